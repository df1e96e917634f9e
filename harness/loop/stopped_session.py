"""A loop in another language, asking `lastword judge` about each session that stopped.

Runs the attempts of one task that its input tells of, the way an orchestrator would: starts none itself, but takes
each attempt's end as given, asks, and does what the answer says. Standard library alone.

    stopped_session.py LASTWORD... < run.json     {"max": 2, "sessions": [{"status": "timeout", ...}, ...]}

Prints one JSON object: what was done, how many attempts were charged, the result, and what a person was told.
"""

import json
import subprocess
import sys
from typing import Any

JUDGE_TIMEOUT_S = 60


def judge(command: list[str], session: dict[str, Any]) -> dict[str, Any]:
    """The decision on one session. Exit code 0 means that there is one; anything else is this loop's own mistake."""
    done = subprocess.run(
        [*command, "judge"],
        input=json.dumps(session),
        capture_output=True,
        encoding="utf-8",
        timeout=JUDGE_TIMEOUT_S,
        check=False,
    )
    if done.returncode != 0:
        raise SystemExit(f"lastword judge refused the session: {done.stderr.strip()}")
    return json.loads(done.stdout)


def run(command: list[str], sessions: list[dict[str, Any]], attempts_max: int) -> dict[str, Any]:
    """Goes through the attempts until one completes, the run is paused, or the attempts are used up."""
    used = 0
    paused = False
    steps: list[str] = []
    told: list[str] = []
    result: Any = None
    for session in sessions:
        asked = {**session, "attempts": {"used": used, "max": attempts_max}, "run": {"paused": paused}}
        decision = judge(command, asked)
        steps.append(decision["route"])
        used += decision["charge"]
        if decision["run"]["action"] == "pause":
            paused = True
            # However many sessions end silent, a person is told once.
            if decision["run"]["announce"]:
                told.append(f"{decision['run']['message']} Repair: {decision['run']['repair']}")
        if decision["route"] == "complete":
            result = decision["result"].get("value", decision["result"].get("text"))
        elif decision["route"] in ("escalate", "pause"):
            told.append(decision["explanation"])
        if paused or decision["route"] != "retry":
            break
    return {"steps": steps, "charged": used, "paused": paused, "result": result, "told": told}


def main() -> None:
    given = json.load(sys.stdin)
    print(json.dumps(run(sys.argv[1:], given["sessions"], given["max"])))


if __name__ == "__main__":
    main()

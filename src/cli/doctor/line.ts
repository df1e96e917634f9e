/** One line of the doctor: what was looked at, how it is, and what to do about it. Pure. */

/** How a thing is. A note asks for nothing, and fails nothing. */
export type LineState = "ok" | "note" | "fail";

/** One line. */
export interface DoctorLine {
  readonly check: string;
  readonly state: LineState;
  readonly says: string;
  /** A command, or what to do in words. */
  readonly repair?: string;
}

export function ok(check: string, says: string): DoctorLine {
  return { check, state: "ok", says };
}

export function note(check: string, says: string): DoctorLine {
  return { check, state: "note", says };
}

export function fail(check: string, says: string, repair: string): DoctorLine {
  return { check, state: "fail", says, repair };
}

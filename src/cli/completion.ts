/** `lastword completion SHELL`: a script that lets a shell complete commands, options, their values, and files. Pure. */

import type { CommandModel } from "./command-model.ts";

/** The shells that are known. */
export type Shell = "bash" | "zsh" | "fish";

/** The script for a shell; where it goes stands in its first lines. */
export function completionFor(shell: Shell, models: readonly CommandModel[]): string {
  switch (shell) {
    case "bash":
      return bash(models);
    case "zsh":
      return zsh(models);
    case "fish":
      return fish(models);
    default:
      return shell satisfies never;
  }
}

function bash(models: readonly CommandModel[]): string {
  return `# Completion of lastword for bash. Add to ~/.bashrc: eval "$(lastword completion bash)"
_lastword() {
  local word cur="\${COMP_WORDS[COMP_CWORD]}" prev="\${COMP_WORDS[COMP_CWORD - 1]}" at="" names="" flags="" files=""
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD - 1}"; do
    case "$at $word" in ${paths(models)}) at="$at $word" ;; esac
  done
  COMPREPLY=()
  case "$at $prev" in
${values(models, { some: (words) => `mapfile -t COMPREPLY < <(compgen -W "${words}" -- "$cur")`, any: "" })}
  esac
  case "$at" in
${wordsOf(models, ({ names, flags, files }) => `names="${names}" flags="${flags}" files="${files}"`)}
  esac
  if [[ $cur == -* || -z $names$files ]]; then names=$flags; fi
  mapfile -t COMPREPLY < <(compgen -W "$names" -- "$cur")
}
complete -o bashdefault -o default -F _lastword lastword
`;
}

function zsh(models: readonly CommandModel[]): string {
  return `#compdef lastword
# Completion of lastword for zsh. Put it into a folder of $fpath as _lastword.
_lastword() {
  local word at="" prev="\${words[CURRENT-1]}" files=""
  local -a names flags
  for word in "\${(@)words[2,CURRENT-1]}"; do
    case "$at $word" in (${paths(models).replaceAll(" | ", "|")}) at="$at $word" ;; esac
  done
  case "$at $prev" in
${values(models, { some: (words) => `compadd -- ${words}`, any: "_files" })}
  esac
  case "$at" in
${wordsOf(models, ({ names, flags, files }) => `names=(${names}) flags=(${flags}) files="${files}"`)}
  esac
  if [[ "$PREFIX" == -* || -z "$names$files" ]]; then compadd -- $flags; return; fi
  if (( $#names )); then compadd -- $names; fi
  if [[ -n "$files" ]]; then _files; fi
}
compdef _lastword lastword
`;
}

/** The patterns of every command's path, as a shell's \`case\` takes them. */
function paths(models: readonly CommandModel[]): string {
  return models.flatMap(({ path }) => (path.length === 0 ? [] : [quoted(at(path))])).join(" | ");
}

/** What a shell does behind an option that takes one of some words, and behind one that takes anything: a file, say. */
interface Values {
  readonly some: (words: string) => string;
  readonly any: string;
}

function values(models: readonly CommandModel[], { some, any }: Values): string {
  return models
    .flatMap(({ path, options }) =>
      options.flatMap(({ names, takesValue, choices }) => {
        if (!takesValue) return [];
        const patterns = names.map((name) => quoted(`${at(path)} ${name}`)).join(" | ");
        const then = choices.length === 0 ? any : some(choices.join(" "));
        return [`    ${patterns}) ${then === "" ? "" : `${then}; `}return 0 ;;`];
      }),
    )
    .join("\n");
}

/** What may stand in a command's place: options are offered once their dashes are typed, or where nothing else fits. */
interface Offer {
  readonly names: string;
  readonly flags: string;
  /** Not empty where files fit, too. */
  readonly files: string;
}

function wordsOf(models: readonly CommandModel[], reply: (offer: Offer) => string): string {
  return models
    .map(({ path, subcommands, words, options, takesFiles }) => {
      const flags = [...options.flatMap(({ names }) => names), "--help"];
      const offer: Offer = {
        names: [...new Set([...subcommands, ...words])].join(" "),
        flags: [...new Set(flags)].join(" "),
        files: takesFiles ? "yes" : "",
      };
      return `    ${quoted(at(path))}) ${reply(offer)} ;;`;
    })
    .join("\n");
}

function at(path: readonly string[]): string {
  return path.map((name) => ` ${name}`).join("");
}

function quoted(text: string): string {
  return `"${text}"`;
}

function fish(models: readonly CommandModel[]): string {
  const lines = models.flatMap(({ path, options, words, subcommands, takesFiles }) => {
    const here = `-n '__lastword_at "${path.join(" ")}"'`;
    const below = subcommands.map((name) => {
      const model = models.find((one) => one.path.join(" ") === [...path, name].join(" "));
      return `complete -c lastword ${here} -f -a ${name} -d ${fishQuoted(model?.summary ?? "the help of a command")}`;
    });
    const named = words.map((word) => `complete -c lastword ${here} -f -a ${word}`);
    const flags = options.map(({ key, summary, takesValue, choices }) => {
      const value = choices.length > 0 ? ` -x -a '${choices.join(" ")}'` : takesValue ? " -r" : "";
      return `complete -c lastword ${here} -l ${key}${value} -d ${fishQuoted(summary)}`;
    });
    const files = takesFiles ? [] : [`complete -c lastword ${here} -f`];
    return [...files, ...below, ...named, ...flags];
  });
  return `# Completion of lastword for fish: lastword completion fish > ~/.config/fish/completions/lastword.fish
function __lastword_at
  set -l at
  for word in (commandline -opc)[2..-1]
    switch "$at $word"
      case ${models.flatMap(({ path }) => (path.length === 0 ? [] : [`' ${path.join(" ")}' '${path.join(" ")}'`])).join(" ")}
        set at (string trim "$at $word")
    end
  end
  test "$at" = "$argv[1]"
end
${lines.join("\n")}
`;
}

function fishQuoted(text: string): string {
  return `'${text.replaceAll("\\", "\\\\").replaceAll("'", String.raw`\'`)}'`;
}

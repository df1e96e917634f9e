/** docs/api/: a page for each half of the package, with every public name, its declaration and its doc comment. Pure. */

import type { Declared, DeclaredModule } from "./declarations.ts";

/** The halves, each a page. */
export const HALVES = [
  { half: "transcripts", title: "What a transcript proves", other: "agents" },
  { half: "agents", title: "What becomes of a run", other: "transcripts" },
] as const;

/** The page of a half. */
export function apiPage(
  { half, title, other }: (typeof HALVES)[number],
  modules: readonly DeclaredModule[],
): string {
  const parts = modules.map((module) => modulePart(module));
  return `# API: ${title.toLowerCase()}

Every public name of \`lastword/${half}\`, which \`lastword\` exports too, with its declaration and what its doc comment
says. Made from the source by \`npm run docs\`; a test holds it to the source. The other half: [${other}](${other}.md).

${glance(modules)}

${parts.join("\n\n")}
`;
}

/** What can be called, and what can be looked at, by module: each a link to its place. */
function glance(modules: readonly DeclaredModule[]): string {
  const places = placesOf(modules.flatMap(({ names }) => names.map(({ name }) => name)));
  const rows = modules.flatMap(({ module, names }) => {
    const values = names.filter(({ kind }) => kind !== "interface" && kind !== "type");
    if (values.length === 0) return [];
    const links = values.map(({ name }) => `[\`${name}\`](#${places.get(name) ?? ""})`);
    return [`| \`src/${module}\` | ${links.join(", ")} |`];
  });
  return `| declared in | to call and to look at |\n| --- | --- |\n${rows.join("\n")}`;
}

/** Where a link to each heading leads: GitHub numbers those that differ in nothing but their case. */
function placesOf(names: readonly string[]): ReadonlyMap<string, string> {
  const seen = new Map<string, number>();
  return new Map(
    names.map((name) => {
      const place = name.toLowerCase();
      const before = seen.get(place) ?? 0;
      seen.set(place, before + 1);
      return [name, before === 0 ? place : `${place}-${before}`];
    }),
  );
}

function modulePart({ module, doc, names }: DeclaredModule): string {
  return [`## src/${module}`, prose(doc), ...names.map((name) => namePart(name))]
    .filter((part) => part !== "")
    .join("\n\n");
}

function namePart({ name, doc, signature }: Declared): string {
  const { text, tags } = parted(doc);
  const list = tags.filter((tag) => !tag.startsWith("@example")).map((tag) => tagLine(tag));
  const examples = tags
    .filter((tag) => tag.startsWith("@example"))
    .map((tag) => tag.slice("@example".length).trim());
  return [
    `### ${name}`,
    code(signature),
    prose(text),
    list.join("\n"),
    ...examples.map((example) => `For example:\n\n${code(example)}`),
  ]
    .filter((part) => part !== "")
    .join("\n\n");
}

function code(text: string): string {
  return `\`\`\`ts\n${text}\n\`\`\``;
}

/** The text of a comment, and its tags, each with what belongs to it. */
function parted(doc: string): { readonly text: string; readonly tags: readonly string[] } {
  const [first = "", ...others] = doc.split(/^(?=@\w)/m);
  const parts = first.startsWith("@") ? ["", first, ...others] : [first, ...others];
  return { text: (parts[0] ?? "").trim(), tags: parts.slice(1).map((tag) => tag.trim()) };
}

/** `@param name what` and its like as a line of a list. */
function tagLine(tag: string): string {
  const text = prose(tag).replaceAll(/\s+/g, " ");
  const [, tagName = "", rest = ""] = /^@(\w+) ?(.*)$/s.exec(text) ?? [];
  switch (tagName) {
    case "param":
      return `- ${rest.replace(/^(\S+)/, "`$1`:")}`;
    case "throws":
      return `- throws ${rest.replace(/^\{(\w+)\}/, "`$1`")}`;
    default:
      return `- ${tagName} ${rest}`;
  }
}

/** A comment's text as Markdown: links to names as code, and outside of code no tags and no emphasis. */
function prose(text: string): string {
  return text
    .replaceAll(/\{@link (\S+?)\}/g, "`$1`")
    .split(/(`[^`]*`|^ {4}.*$)/m)
    .map((piece, index) =>
      index % 2 === 1 ? piece : piece.replaceAll("<", "&lt;").replaceAll("*", String.raw`\*`),
    )
    .join("");
}

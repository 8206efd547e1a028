const ENTITIES: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  nbsp: " ",
};

const decoded = (text: string): string =>
  text.replaceAll(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,6}));/gi, (all, decimal, hex, name) => {
    if (name) return ENTITIES[String(name).toLowerCase()] ?? all;
    const code = decimal ? Number(decimal) : Number.parseInt(String(hex), 16);
    return code > 0 && code <= 0x10_ff_ff ? String.fromCodePoint(code) : "";
  });

/** The Markdown of tags without attributes. */
const TAGS: Readonly<Record<string, string>> = {
  "<p>": "\n\n",
  "</p>": "\n",
  "<br>": "\n",
  "<hr>": "\n\n---\n\n",
  "<strong>": "**",
  "</strong>": "**",
  "<b>": "**",
  "</b>": "**",
  "<em>": "*",
  "</em>": "*",
  "<i>": "*",
  "</i>": "*",
  "<code>": "`",
  "</code>": "`",
  "<s>": "~~",
  "</s>": "~~",
  "</li>": "\n",
  "<ul>": "\n",
  "<ol>": "\n",
  "</ul>": "\n",
  "</ol>": "\n",
};

/** A tag, or text between tags. An attribute's value may contain `>` only in quotes. */
const PART = /<(\/?)([a-z][a-z0-9-]*)((?:[^<>"']|"[^"]*"|'[^']*')*)>|[^<]+|</gi;

const attribute = (attributes: string, name: string): string =>
  decoded(new RegExp(`\\b${name}\\s*=\\s*"([^"]*)"`, "i").exec(attributes)?.[1] ?? "");

/**
 * The Markdown of the HTML that rich-text editors produce. Tags that it does not know are left out,
 * and their text is kept. A text without tags is returned unchanged.
 */
export function htmlToMarkdown(html: string): string {
  if (!/<[a-z][^<>]*>/i.test(html)) return html;
  let href = "";
  const parts = Array.from(html.matchAll(PART), ([all, slash = "", tag, attributes = ""]) => {
    if (tag === undefined) return decoded(all);
    const name = tag.toLowerCase();
    if (name === "a") {
      if (slash === "") {
        href = attribute(attributes, "href");
        return "[";
      }
      return `](${href})`;
    }
    if (name === "li" && slash === "") {
      const checked = attribute(attributes, "data-checked");
      return checked ? `- [${checked === "true" ? "x" : " "}] ` : "- ";
    }
    if (/^h[1-6]$/.test(name)) {
      return slash === "" ? `\n\n${"#".repeat(Number(name[1]))} ` : "\n\n";
    }
    return TAGS[`<${slash}${name}>`] ?? "";
  });
  return parts
    .join("")
    .replaceAll(/(- (?:\[[ x]\] )?)\n+/g, "$1")
    .replaceAll(/\n{3,}/g, "\n\n")
    .trim();
}

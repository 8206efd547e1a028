import MarkdownIt, { type Token } from "markdown-it";

/** A text with deeper quotes or lists than this is shown as it was typed. */
const DEPTH_MAX = 60;
/** So is a text with more parts than this, such as a table of thousands of empty cells. */
const TOKENS_MAX = 6_000;
/** The tokens of a table's cell: its beginning, its text and its end. */
const TOKENS_PER_CELL = 3;

/** Links may lead to these schemes only. */
const SAFE_LINK = /^(?:https?:\/\/|mailto:)/i;

const markdown = new MarkdownIt({
  html: false,
  linkify: true,
  breaks: true,
  maxNesting: DEPTH_MAX,
});
// Older plain texts contain these marks by chance: indentation, underlined lines, `&lt;`. An image
// would tell a foreign server who reads the text.
markdown.disable(["code", "lheading", "reference", "entity", "image", "html_block", "html_inline"]);
markdown.linkify.set({ fuzzyLink: false, fuzzyEmail: true, fuzzyIP: false });
markdown.validateLink = (url) => SAFE_LINK.test(url);

/** A line of dashes that a table's columns may begin with. */
const COLUMNS = /^[\s>|:-]+$/;

/**
 * An upper limit of the cells that a text's tables have. The parser completes each row to the number
 * of columns, so a short text may have very many.
 */
function countCells(text: string): number {
  let [columns, cells] = [0, 0];
  for (const line of text.split(/\r\n?|\n/)) {
    if (/^[\s>]*$/.test(line)) columns = 0;
    else if (COLUMNS.test(line)) columns = Math.max(columns, line.match(/-+/g)?.length ?? 0);
    cells += columns;
  }
  return cells;
}

/** A Markdown text's tokens; null if it is too deep or has too many parts, and so is shown as it is. */
export function parseMarkdown(text: string): Token[] | null {
  if (countCells(text) > TOKENS_MAX / TOKENS_PER_CELL) return null;
  const tokens = markdown.parse(text, {});
  const isDeep = tokens.some(({ level }) => level >= DEPTH_MAX - 1);
  return isDeep || tokens.length > TOKENS_MAX ? null : tokens;
}

import MarkdownIt, { type Token } from "markdown-it";

/** A text with deeper quotes or lists than this is shown as it was typed. */
const DEPTH_MAX = 60;
/** So is a text with more parts than this, such as a table of thousands of empty cells. */
const TOKENS_MAX = 6_000;

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

/** A Markdown text's tokens; null if it is too deep or has too many parts, and so is shown as it is. */
export function parseMarkdown(text: string): Token[] | null {
  const tokens = markdown.parse(text, {});
  const isDeep = tokens.some(({ level }) => level >= DEPTH_MAX - 1);
  return isDeep || tokens.length > TOKENS_MAX ? null : tokens;
}

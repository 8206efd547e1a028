/** Trusted Types, of which TypeScript knows no types yet. */
declare global {
  interface Window {
    trustedTypes?: {
      createPolicy: (
        name: string,
        rules: { createHTML: (html: string) => string },
      ) => { createHTML: (html: string) => string };
    };
  }
}

/** A longer text is pasted as plain text. */
const HTML_MAX = 300_000;

/** The elements for which Markdown has a mark. */
const MARKED =
  "a[href], ul, ol, table, blockquote, pre, code, h1, h2, h3, h4, h5, h6, strong, b, em, i, del, s";

/** Only for the inert document below. The Content-Security-Policy names it. */
const policy = window.trustedTypes?.createPolicy("taskdeck-paste", { createHTML: (html) => html });

/** Leaves out style sheets, and renames inline styles. The browser would report both, although they are inert. */
function withoutStyles(html: string): string {
  const [first = "", ...others] = html.split(/<style\b/i);
  const rest = others.map((part) => {
    const end = part.search(/<\/style/i);
    return end < 0 ? "" : part.slice(part.indexOf(">", end) + 1);
  });
  return [first, ...rest]
    .join("")
    .replaceAll(/<[a-z][^<>]*>/gi, (tag) => tag.replaceAll(/\sstyle\s*=/gi, " data-style="));
}

/**
 * The content of pasted HTML, in an inert document: it runs no script, loads nothing, and is never part of
 * the page. Null if Markdown has no mark for any of it.
 */
export function readHtml(html: string): HTMLElement | null {
  if (!html || html.length > HTML_MAX) return null;
  const inert = withoutStyles(html);
  const trusted = policy?.createHTML(inert) ?? inert;
  const { body } = new DOMParser().parseFromString(trusted, "text/html");
  return body.querySelector(MARKED) ? body : null;
}

import TurndownService from "turndown";
import { tableOf } from "./markdownEdits.ts";

/** Links may lead to these schemes only (richText/parse.ts). */
const SAFE_LINK = /^(?:https?:\/\/|mailto:)/i;

const service = new TurndownService({
  headingStyle: "atx",
  hr: "---",
  bulletListMarker: "-",
  codeBlockStyle: "fenced",
  br: "",
});
service.remove(["script", "style", "noscript", "title", "button", "select", "textarea"]);
service.addRule("image", {
  filter: "img",
  replacement: (_, node) => node.getAttribute("alt") ?? "",
});
service.addRule("unsafeLink", {
  filter: (node) => node.nodeName === "A" && !SAFE_LINK.test(node.getAttribute("href") ?? ""),
  replacement: (content) => content,
});
// Google Docs puts all of its text into such an element.
service.addRule("plainBold", {
  filter: (node) =>
    node.nodeName === "B" && /font-weight:\s*(?:normal|400)/.test(node.dataset["style"] ?? ""),
  replacement: (content) => content,
});
service.addRule("deleted", {
  filter: ["del", "s"],
  replacement: (content) => (content.trim() ? `~~${content}~~` : content),
});
service.addRule("box", {
  filter: (node) => node.nodeName === "INPUT" && node.getAttribute("type") === "checkbox",
  replacement: (_, node) => (node.hasAttribute("checked") ? "[x] " : "[ ] "),
});
service.addRule("item", {
  filter: "li",
  replacement(content, node) {
    const { parentElement: list } = node;
    const first = Number(list?.getAttribute("start") ?? 1);
    const index = Array.from(list?.children ?? []).indexOf(node);
    const mark = list?.nodeName === "OL" ? `${first + index}. ` : "- ";
    const text = content
      .trim()
      .replaceAll(/\n{2,}/g, "\n")
      .replaceAll("\n", `\n${" ".repeat(mark.length)}`);
    return `${mark}${text.replace(/^(\[[ x]\]) +/, "$1 ")}\n`;
  },
});
// A table that holds others only lays out the page.
service.addRule("table", {
  filter: (node) => node.nodeName === "TABLE" && !node.querySelector("table"),
  replacement(_, node) {
    const rows = Array.from((node as HTMLTableElement).rows, ({ cells }) =>
      Array.from(cells, (cell) => service.turndown(cell)),
    );
    return rows.length > 0 ? `\n\n${tableOf(rows)}\n\n` : "";
  },
});

/** Pasted HTML as Markdown. */
export const htmlToMarkdown = (body: HTMLElement): string => service.turndown(body).trim();

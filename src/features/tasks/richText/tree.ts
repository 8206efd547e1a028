import type { Token } from "markdown-it";

/** The details of an element beside its tag and children. */
interface Details {
  href?: string;
  /** The first number of an ordered list. */
  start?: number;
  align?: "left" | "center" | "right";
  /** The line of a task list's item, counted from 0, and whether it is ticked. */
  line?: number;
  checked?: boolean;
}

export interface Element extends Details {
  tag: string;
  children: TreeNode[];
}

/** A node of the tree to render. */
export type TreeNode = string | Element;

/** Marks that are nested deeper within a line than this have no effect. */
const DEPTH_MAX = 20;

const TAGS = new Set(
  "p ul ol li blockquote em strong s code pre hr br a h3 table thead tbody tr th td".split(" "),
);

const ALIGN = /text-align:(left|center|right)/;

/** The page has its own headings of the first two levels. */
const tagOf = ({ tag }: Token): string => (/^h\d$/.test(tag) ? "h3" : tag);

function detailsOf(token: Token): Details {
  const [, align] = ALIGN.exec(String(token.attrGet("style") ?? "")) ?? [];
  const href = token.attrGet("href");
  const start = token.attrGet("start");
  return {
    ...(href !== null && { href: String(href) }),
    ...(start !== null && { start: Number(start) }),
    ...(align && { align: align as Details["align"] & string }),
    ...(token.type === "list_item_open" && token.map && { line: token.map[0] }),
  };
}

const BOX = /^\[([ xX])\][ \t]+/;

/** The list item whose text begins here. In a loose list the text is in a paragraph. */
function beginningItem(open: readonly Element[]): Element | undefined {
  const [parent, top] = open.slice(-2);
  if (top?.tag === "li" && top.children.length === 0) return top;
  return top?.tag === "p" && parent?.tag === "li" && parent.children.length === 1
    ? parent
    : undefined;
}

/** Turns a list item into an item of a task list if its text begins with a box. */
function readBox(item: Element | undefined, text: Token | undefined): void {
  if (!item || text?.type !== "text") return;
  const [marks, mark] = BOX.exec(text.content) ?? [];
  if (marks === undefined) return;
  item.checked = mark !== " ";
  text.content = text.content.slice(marks.length);
}

/** Makes a tree of Markdown's tokens: elements of a few harmless kinds, and text. */
export function toTree(tokens: readonly Token[], depth = 0): TreeNode[] {
  const root: Element = { tag: "", children: [] };
  const open: Element[] = [root];
  const top = () => open.at(-1) ?? root;
  /** How many open tokens have no element, because they are too deep or a tight list's paragraph. */
  const skipped: boolean[] = [];
  for (const token of tokens) {
    if (token.nesting === 1) {
      const tag = tagOf(token);
      const isSkipped = token.hidden || !TAGS.has(tag) || (depth > 0 && open.length > DEPTH_MAX);
      skipped.push(isSkipped);
      if (isSkipped) continue;
      const element: Element = { tag, children: [], ...detailsOf(token) };
      top().children.push(element);
      open.push(element);
    } else if (token.nesting === -1) {
      if (skipped.pop() === false) open.pop();
    } else top().children.push(...leaf(token, open));
  }
  return root.children;
}

function leaf(token: Token, open: readonly Element[]): TreeNode[] {
  if (token.type === "inline") {
    readBox(beginningItem(open), token.children?.[0]);
    return toTree(token.children ?? [], 1);
  }
  if (token.type === "softbreak" || token.type === "hardbreak")
    return [{ tag: "br", children: [] }];
  if (token.type === "hr") return [{ tag: "hr", children: [] }];
  if (token.type === "code_inline") return [{ tag: "code", children: [token.content] }];
  if (token.type === "fence") return [{ tag: "pre", children: [token.content] }];
  return token.content === "" ? [] : [token.content];
}

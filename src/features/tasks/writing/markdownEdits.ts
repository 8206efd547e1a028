/** A change of a field's text: the part that is replaced, and the selection afterwards. */
export interface Edit {
  from: number;
  to: number;
  text: string;
  /** By default the caret is behind the text. */
  selection?: readonly [number, number];
}

/** A field's text and its selection. */
export interface Written {
  text: string;
  start: number;
  end: number;
}

/** A list's item: indentation, mark, number, the spaces, and a box. */
const ITEM = /^([ \t]*)([-+*]|(\d{1,9})[.)])([ \t]+)(\[[ xX]\](?:[ \t]+|$))?/;
const FENCE = /^[ \t]*(?:```|~~~)/gm;

interface Item {
  indent: string;
  /** The mark with its spaces. */
  mark: string;
  number: string | undefined;
  hasBox: boolean;
  /** The length of all before the item's text. */
  length: number;
}

function itemOf(line: string): Item | null {
  const [all, indent = "", sign = "", number, spaces = "", box] = ITEM.exec(line) ?? [];
  if (all === undefined) return null;
  return { indent, mark: sign + spaces, number, hasBox: box !== undefined, length: all.length };
}

const lineStart = (text: string, at: number): number => text.lastIndexOf("\n", at - 1) + 1;

function lineEnd(text: string, at: number): number {
  const end = text.indexOf("\n", at);
  return end < 0 ? text.length : end;
}

/** Whether a position is in a block of code, where marks are only text. */
export const isInCode = (text: string, at: number): boolean =>
  (text.slice(0, lineStart(text, at)).match(FENCE)?.length ?? 0) % 2 === 1;

/** The list's item of the caret's line; null outside of a list. */
function currentItem({ text, start }: Written): Item | null {
  const from = lineStart(text, start);
  return isInCode(text, start) ? null : itemOf(text.slice(from, lineEnd(text, start)));
}

/** Whether Tab indents: the caret is in a list's item. */
export const isInList = (written: Written): boolean => currentItem(written) !== null;

/** Enter goes on with the list. In an empty item it ends the list, or goes back by one level. */
export function continueList(written: Written): Edit | null {
  const { text, start, end } = written;
  const item = currentItem(written);
  const from = lineStart(text, start);
  if (!item || start < from + item.length) return null;
  const to = lineEnd(text, end);
  if (start === end && text.slice(from + item.length, to).trim() === "")
    return indentItems(written, true) ?? { from, to, text: "" };
  const { indent, number, mark, hasBox } = item;
  const next = number === undefined ? mark : mark.replace(number, String(Number(number) + 1));
  return { from: start, to: end, text: `\n${indent}${next}${hasBox ? "[ ] " : ""}` };
}

/** The mark that a user types at the beginning of an item that has one already, as Enter has added it. */
export function dropRepeatedMark({ text, start, end }: Written): Edit | null {
  const from = lineStart(text, start);
  const line = text.slice(from, start);
  const item = itemOf(line);
  if (!item || start !== end || isInCode(text, start)) return null;
  const typed = line.slice(item.length);
  const isRepeated = item.number ? /^\d{1,9}[.)]$/.test(typed) : typed === item.mark.trim();
  return isRepeated ? { from: from + item.length, to: start, text: "" } : null;
}

/** The nearest item above a line that is not deeper than `indent`; null if another text is between. */
function itemAbove(lines: readonly string[], indent: string): Item | null {
  for (const line of lines.toReversed()) {
    const item = itemOf(line);
    if (!item) return null;
    if (item.indent.length <= indent.length) return item;
  }
  return null;
}

/** An item in another depth. A deeper list begins with 1: otherwise it would be part of the text above. */
function moved(line: string, by: number): string {
  if (by < 0) return line.replace(new RegExp(`^[ \\t]{0,${-by}}`), "");
  const { number, indent = "" } = itemOf(line) ?? {};
  const deeper = " ".repeat(by) + line;
  return number === undefined ? deeper : deeper.replace(indent + number, `${indent}1`);
}

/** Tab moves the selected items one level deeper, Shift+Tab one level back; null if they can't be moved. */
export function indentItems(written: Written, isBack: boolean): Edit | null {
  const { text, start, end } = written;
  const item = currentItem(written);
  if (!item) return null;
  const from = lineStart(text, start);
  const to = lineEnd(text, end);
  const above = text.slice(0, from).split("\n").slice(0, -1);
  const depth = item.indent.length;
  const sibling = itemAbove(above, item.indent);
  const parent = itemAbove(above, item.indent.slice(1));
  const by = isBack
    ? (depth > 0 ? (parent?.indent.length ?? 0) : depth) - depth
    : (sibling ? sibling.indent.length + sibling.mark.length : depth + item.mark.length) - depth;
  if (by === 0) return null;
  const lines = text.slice(from, to).split("\n");
  const changed = lines.map((line) => (line.trim() === "" ? line : moved(line, by)));
  const result = changed.join("\n");
  const first = (changed[0]?.length ?? 0) - (lines[0]?.length ?? 0);
  return {
    from,
    to,
    text: result,
    selection: [Math.max(from, start + first), Math.max(from, end + result.length - (to - from))],
  };
}

/** Puts a mark such as `**` around the selection, or takes it away. Spaces at the ends stay outside. */
export function toggleMark({ text, start, end }: Written, mark: string): Edit {
  const selected = text.slice(start, end);
  const from = start + (selected.length - selected.trimStart().length);
  const inner = selected.trim();
  const to = from + inner.length;
  const { length } = mark;
  if (text.slice(from - length, from) === mark && text.slice(to, to + length) === mark)
    return {
      from: from - length,
      to: to + length,
      text: inner,
      selection: [from - length, to - length],
    };
  return { from, to, text: mark + inner + mark, selection: [from + length, to + length] };
}

const ADDRESS = /^(?:https?:\/\/|mailto:)\S+$/i;

/** Makes the selection a link to a pasted address; null if no address was pasted, or over several lines. */
export function linkTo({ text, start, end }: Written, pasted: string): Edit | null {
  const address = pasted.trim();
  const selected = text.slice(start, end);
  if (!ADDRESS.test(address) || !selected.trim() || /\n/.test(selected) || ADDRESS.test(selected))
    return null;
  const target = /[()]/.test(address) ? `<${address}>` : address;
  return { from: start, to: end, text: `[${selected.replaceAll(/[[\]]/g, "\\$&")}](${target})` };
}

/** The rows of pasted cells; null for another text. */
export function cellsIn(pasted: string): string[][] | null {
  if (!pasted.includes("\t")) return null;
  const rows = pasted
    .replace(/[\r\n]+$/, "")
    .split(/\r\n?|\n/)
    .map((row) => row.split("\t"));
  const columns = rows[0]?.length ?? 0;
  const isTable =
    rows.length > 1 && columns > 1 && rows.every((cells) => cells.length === columns && cells[0]);
  return isTable ? rows : null;
}

/** A Markdown table, whose first row is the head. */
export function tableOf(rows: readonly (readonly string[])[]): string {
  const columns = Math.max(...rows.map(({ length }) => length));
  const lineOf = (cells: readonly string[]) => {
    const padded = Array.from({ length: columns }, (_, index) => cells[index] ?? "");
    const texts = padded.map((cell) => cell.replaceAll(/\s+/g, " ").trim());
    return `| ${texts.map((one) => one.replaceAll(/(?<!\\)\|/g, "\\|")).join(" | ")} |`;
  };
  const [head = [], ...body] = rows;
  return [lineOf(head), `|${" --- |".repeat(columns)}`, ...body.map(lineOf)].join("\n");
}

/** A block of its own in place of the selection, with empty lines between it and the text around it. */
export function asBlock({ text, start, end }: Written, block: string): Edit {
  const before = text.slice(0, start).trimEnd();
  const isFirst = before === "";
  const isLast = text.slice(end).trim() === "";
  const gap = start > before.length ? text.slice(before.length, start) : "";
  const missing = isFirst ? "" : "\n".repeat(Math.max(0, 2 - (gap.match(/\n/g)?.length ?? 0)));
  return { from: start, to: end, text: missing + block + (isLast ? "\n" : "\n\n") };
}

import { type RefObject, useEffect, useEffectEvent, useState } from "react";
import { loadCode } from "#lib/lazyPart.tsx";
import { insertText } from "#lib/text/insertText.ts";
import {
  asBlock,
  cellsIn,
  continueList,
  dropRepeatedMark,
  type Edit,
  indentItems,
  isInCode,
  isInList,
  linkTo,
  tableOf,
  toggleMark,
  type Written,
} from "./markdownEdits.ts";
import { Mentions } from "./mentions/MentionPicker.tsx";
import { readHtml } from "./pastedHtml.ts";

const load = () => import("./htmlToMarkdown.ts");

const writtenIn = ({ value, selectionStart, selectionEnd }: HTMLTextAreaElement): Written => ({
  text: value,
  start: selectionStart,
  end: selectionEnd,
});

/** Makes an edit that the browser's undo takes back. False without one. */
function apply(area: HTMLTextAreaElement, edit: Edit | null): boolean {
  if (!edit) return false;
  insertText(area, edit.text, [edit.from, edit.to]);
  if (edit.selection) area.setSelectionRange(...edit.selection);
  return true;
}

const MARKS: Readonly<Record<string, string>> = { b: "**", i: "_" };

/** The edit that a key makes, besides Tab; null for other keys. */
function editOf(event: KeyboardEvent, written: Written): Edit | null {
  const { key, ctrlKey, metaKey, altKey, shiftKey } = event;
  if (altKey || shiftKey) return null;
  if (ctrlKey !== metaKey) {
    const mark = MARKS[key.toLowerCase()];
    return mark === undefined ? null : toggleMark(written, mark);
  }
  if (key === " ") return dropRepeatedMark(written);
  return key === "Enter" && !ctrlKey ? continueList(written) : null;
}

/** The edit that a pasted text makes at once; null if it is pasted as it is, or as HTML. */
function pasteOf(written: Written, pasted: string): Edit | null {
  const link = linkTo(written, pasted);
  if (link) return link;
  const cells = cellsIn(pasted);
  return cells && asBlock(written, tableOf(cells));
}

/**
 * Pastes HTML as Markdown. A text of one line stays in the line.
 *
 * @param plain the same as plain text, if the code that converts HTML can't be loaded
 */
async function pasteHtml(
  area: HTMLTextAreaElement,
  body: HTMLElement,
  plain: string,
): Promise<void> {
  const code = await loadCode(load).catch(() => null);
  const text = code ? code.htmlToMarkdown(body) : plain;
  // The user may have left the field.
  if (!area.isConnected) return;
  area.focus();
  if (text.includes("\n")) apply(area, asBlock(writtenIn(area), text));
  else insertText(area, text);
}

function handlePaste(event: ClipboardEvent, area: HTMLTextAreaElement): void {
  const plain = event.clipboardData?.getData("text/plain") ?? "";
  const written = writtenIn(area);
  if (area.readOnly || isInCode(written.text, written.start)) return;
  const isDone = apply(area, pasteOf(written, plain));
  const body = isDone ? null : readHtml(event.clipboardData?.getData("text/html") ?? "");
  if (!isDone && !body) return;
  event.preventDefault();
  if (body) void pasteHtml(area, body, plain);
}

const FREE_TAB = "Tab leaves the field";

/**
 * Writes Markdown in a text field: lists, bold and italic by keys, pasted links, cells and pages, mentions.
 * In a list Tab indents; after Escape it leaves the field (WCAG 2.1.2).
 */
export function WritingAids({
  area,
  value,
}: {
  area: RefObject<HTMLTextAreaElement | null>;
  value: string;
}) {
  const [isTabFree, freeTab] = useState(false);

  /** Returns whether the key is handled. */
  const handleKey = useEffectEvent((event: KeyboardEvent, field: HTMLTextAreaElement) => {
    const written = writtenIn(field);
    const { key, shiftKey, ctrlKey, metaKey, altKey } = event;
    const isPlain = !(ctrlKey || metaKey || altKey);
    if (isPlain && !isTabFree && (key === "Tab" || key === "Escape") && isInList(written)) {
      // At the first level Shift+Tab leads to what is before the field.
      if (key === "Tab") return apply(field, indentItems(written, shiftKey)) || !shiftKey;
      freeTab(true);
      return true;
    }
    if (key !== "Shift") freeTab(false);
    return apply(field, editOf(event, written));
  });

  useEffect(() => {
    const field = area.current;
    if (!field) return undefined;
    const ended = new AbortController();
    const { signal } = ended;
    const onKey = (event: KeyboardEvent) => {
      if (field.readOnly || !handleKey(event, field)) return;
      event.preventDefault();
      // Escape must not close the dialog or the panel around the field.
      event.stopPropagation();
    };
    field.addEventListener("keydown", onKey, { signal });
    field.addEventListener("paste", (event) => handlePaste(event, field), { signal });
    field.addEventListener("blur", () => freeTab(false), { signal });
    return () => ended.abort();
  }, [area]);

  return (
    <>
      <Mentions area={area} value={value} />
      <output className="visually-hidden">{isTabFree && FREE_TAB}</output>
    </>
  );
}

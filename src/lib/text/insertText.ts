import { typeInto } from "#lib/events.ts";

/**
 * Replaces a part of a field's text, by default the selection, as if the user had typed: the browser's undo
 * takes it back. The field must have the focus.
 */
export function insertText(
  field: HTMLInputElement | HTMLTextAreaElement,
  text: string,
  range?: readonly [start: number, end: number],
): void {
  if (range) field.setSelectionRange(...range);
  if (text === "" && field.selectionStart === field.selectionEnd) return;
  // Deprecated, but the only way into the undo stack in every browser.
  const isDone = document.execCommand?.(text === "" ? "delete" : "insertText", false, text);
  if (!isDone) typeInto(field, text);
}

/** A field of one line or several. */
type TextField = HTMLInputElement | HTMLTextAreaElement;

/**
 * Replaces a part of a field's text, by default the selection, as if the user had typed: the browser's undo
 * takes it back. The field must have the focus.
 */
export function insertText(
  field: TextField,
  text: string,
  [start, end]: readonly [number, number] = [field.selectionStart ?? 0, field.selectionEnd ?? 0],
): void {
  if (text === "" && start === end) return;
  field.setSelectionRange(start, end);
  // Deprecated, but the only way into the undo stack in every browser.
  const isDone = document.execCommand?.(text === "" ? "delete" : "insertText", false, text);
  if (isDone) return;
  field.setRangeText(text, start, end, "end");
  const how = { bubbles: true, data: text, inputType: "insertText" };
  field.dispatchEvent(new InputEvent("input", how));
}

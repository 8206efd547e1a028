/**
 * Keeps keys that belong to an input method from the app: Enter and Escape there choose or drop a
 * candidate. Safari ends a composition before it sends its last key, with the code 229.
 */
export function hideInputMethodKeys(event: KeyboardEvent): void {
  if (event.isComposing || event.keyCode === 229) event.stopImmediatePropagation();
}

/** An event that can be dispatched once more. It has the properties that its constructor's options need. */
export function copyOf(event: Event): Event {
  const Constructor = event.constructor as typeof Event;
  return new Constructor(event.type, event);
}

/** Types a text into a field, as the browser does. */
export function typeInto(field: Element | null, text: string): void {
  const isField = field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement;
  if (!isField || field.selectionStart === null) return;
  field.setRangeText(text, field.selectionStart, field.selectionEnd ?? field.value.length, "end");
  const how = { bubbles: true, data: text, inputType: "insertText" };
  field.dispatchEvent(new InputEvent("input", how));
}

/**
 * Presses keys again in the element that has the focus, each after the app has handled the one before.
 * Characters after a handled key, which may have led to a field, are typed into it.
 *
 * @returns whether the app handled any of them
 */
export async function pressAgain(keys: readonly KeyboardEvent[]): Promise<boolean> {
  let isHandled = false;
  for (const key of keys) {
    if (!document.activeElement?.dispatchEvent(copyOf(key))) isHandled = true;
    else if (isHandled && key.key.length === 1) typeInto(document.activeElement, key.key);
    await Promise.resolve();
  }
  return isHandled;
}

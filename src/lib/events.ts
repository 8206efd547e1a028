/** An event that can be dispatched once more. It has the properties that its constructor's options need. */
export function copyOf(event: Event): Event {
  const Constructor = event.constructor as typeof Event;
  return new Constructor(event.type, event);
}

/**
 * Presses keys again in the element that has the focus, each after the app has handled the one before.
 *
 * @returns whether the app handled any of them
 */
export async function pressAgain(keys: readonly KeyboardEvent[]): Promise<boolean> {
  let isHandled = false;
  for (const key of keys) {
    if (!document.activeElement?.dispatchEvent(copyOf(key))) isHandled = true;
    await Promise.resolve();
  }
  return isHandled;
}

/*
 * What the app needs of the drag-and-drop library beyond its documented ways (@hello-pangea/dnd, since 16, as
 * of 18). The library expects to render what it drags. Here it loads after the cards are shown, and must
 * not render them again, so its attributes are set on their elements instead of passed as props.
 */

/*
 * In development the library reports each card that has left the page since the lift, such as those that a long
 * column no longer renders. This switch, which its types declare, turns its reports off.
 */
Object.assign(window, { "__@hello-pangea/dnd-disable-dev-warnings": true });

const TARGET = "[data-rfd-droppable-id]";

/** A column or group in which cards can be dropped. */
export const targetSelector = (id: string): string => `[data-rfd-droppable-id="${id}"]`;
export const allTargets = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>(TARGET)];
/** The id of the column or group of an element; "" if there is none. */
export const targetIdOf = (element: Element): string =>
  element.closest<HTMLElement>(TARGET)?.dataset["rfdDroppableId"] ?? "";

/** Sets the attributes by which the library finds a card or one of its handles. */
export function setAttributes(element: Element, props: object): void {
  for (const [name, value] of Object.entries(props)) {
    if (name.startsWith("data-")) element.setAttribute(name, String(value));
  }
}

/**
 * Ends the drop of a lifted card at once. The library animates a drop for at least 330 ms, ends the drag
 * on the element's `transitionend`, and offers no other end.
 */
export function endDrop(lifted: Element): void {
  const end = new Event("transitionend", { bubbles: true });
  lifted.dispatchEvent(Object.assign(end, { propertyName: "transform" }));
}

/** The nonce that the page's policy asks of the library's styles. */
export function styleNonce(): { nonce?: string } {
  const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content;
  return nonce ? { nonce } : {};
}

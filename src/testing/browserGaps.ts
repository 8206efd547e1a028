/* What the app relies on and jsdom leaves out. The browser tests see the real ones. */

const focusedBefore = new WeakMap<HTMLDialogElement, Element | null>();

/** A modal dialog: `open`, the event, and the focus that goes back. */
Object.assign(HTMLDialogElement.prototype, {
  showModal(this: HTMLDialogElement) {
    focusedBefore.set(this, document.activeElement);
    this.open = true;
  },
  close(this: HTMLDialogElement) {
    if (!this.open) return;
    this.open = false;
    const before = focusedBefore.get(this);
    if (before instanceof HTMLElement && before.isConnected) before.focus();
    queueMicrotask(() => this.dispatchEvent(new Event("close")));
  },
});

/** No media query ever matches, or changes. */
window.matchMedia = (media) =>
  Object.assign(new EventTarget(), {
    media,
    matches: false,
    onchange: null,
    addListener: () => undefined,
    removeListener: () => undefined,
  }) as MediaQueryList;

window.scrollTo = () => undefined;

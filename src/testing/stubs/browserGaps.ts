/* Browser features that jsdom lacks. The browser tests use the real ones. */

const focusedBefore = new WeakMap<HTMLDialogElement, Element | null>();
let modals: readonly HTMLDialogElement[] = [];
const takeFocus = HTMLElement.prototype.focus;

/** Modal dialogs: `open`, the close event, the returning focus, and that nothing behind takes it. */
Object.assign(HTMLDialogElement.prototype, {
  showModal(this: HTMLDialogElement) {
    focusedBefore.set(this, document.activeElement);
    this.open = true;
    modals = [...modals.filter(({ isConnected }) => isConnected), this];
  },
  close(this: HTMLDialogElement) {
    if (!this.open) return;
    this.open = false;
    modals = modals.filter((modal) => modal !== this);
    const before = focusedBefore.get(this);
    if (before instanceof HTMLElement && before.isConnected) before.focus();
    queueMicrotask(() => this.dispatchEvent(new Event("close")));
  },
});

HTMLElement.prototype.focus = function (this: HTMLElement, options?: FocusOptions) {
  const modal = modals.findLast(({ isConnected }) => isConnected);
  if (!modal || modal.contains(this)) takeFocus.call(this, options);
};

/** No media query matches or changes. */
window.matchMedia = (media) =>
  Object.assign(new EventTarget(), {
    media,
    matches: false,
    onchange: null,
    addListener: () => undefined,
    removeListener: () => undefined,
  }) as MediaQueryList;

/** Nothing has a size. */
window.ResizeObserver = class {
  observe() {}
  unobserve() {}
  disconnect() {}
};

window.scrollTo = () => undefined;

/** jsdom refuses the signals of Node's `AbortController`, which the tests have because Node's `fetch` refuses jsdom's. */
function acceptSignals(target: EventTarget): void {
  const add = target.addEventListener;
  target.addEventListener = function (this: EventTarget | undefined, type, listener, options) {
    const { signal, ...others } = Object(options) as AddEventListenerOptions;
    if (!signal) return add.call(this, type, listener, options);
    if (signal.aborted) return;
    add.call(this, type, listener, others);
    const remove = () => (this ?? window).removeEventListener(type, listener, others);
    signal.addEventListener("abort", remove, { once: true });
  };
}
acceptSignals(EventTarget.prototype);
// Jest's environment has its own function there.
acceptSignals(window);

/** A page without a frame is idle at once. */
window.requestIdleCallback ??= (callback) =>
  window.setTimeout(() => callback({ didTimeout: false, timeRemaining: () => 0 }));

const HIDDEN_BY_BROWSER =
  "[hidden], dialog:not([open], [popover]), details:not([open]) > :not(summary)";
const notShown = document.createElement("div").style;
notShown.display = "none";

/**
 * An element's own style. jsdom matches every rule of every sheet at each query by role, which takes a
 * tenth of the tests' time, and the tests load no style sheet of the app.
 */
window.getComputedStyle = (element) =>
  element.matches(HIDDEN_BY_BROWSER) ? notShown : (element as HTMLElement).style;

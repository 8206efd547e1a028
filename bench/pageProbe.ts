/* What runs inside the page that is measured. Each function stands alone: it is sent as text. */

/** Cards and columns, by the attributes that the drag-and-drop library gives them. */
export const CARD = "[data-rfd-draggable-id]";
export const column = (status: string): string => `[data-rfd-droppable-id="${status}"]`;

declare global {
  interface Window {
    /** When the first card had been painted, in ms since the navigation began. */
    firstCard?: number;
    /** Lengths of the frames since the recording began, in ms. */
    frameLengths?: number[];
    recording?: boolean;
    /** From the release of the button until the card stood in its column, in ms. */
    dropped?: number;
  }
}

/** Notes when the first card has been painted. */
export function watchFirstCard(card: string): void {
  const observer = new MutationObserver(() => {
    if (!document.querySelector(card)) return;
    observer.disconnect();
    requestAnimationFrame(() => {
      setTimeout(() => {
        window.firstCard = performance.now();
      });
    });
  });
  observer.observe(document, { childList: true, subtree: true });
}

/** Records the length of every frame until `recording` is turned off. */
export function recordFrames(): void {
  const frames: number[] = [];
  window.frameLengths = frames;
  window.recording = true;
  let last = performance.now();
  const next = (now: number): void => {
    frames.push(now - last);
    last = now;
    if (window.recording) requestAnimationFrame(next);
  };
  requestAnimationFrame((now) => {
    last = now;
    requestAnimationFrame(next);
  });
}

/** Ends the recording and hands over the frames. */
export function stopFrames(): number[] {
  window.recording = false;
  return window.frameLengths ?? [];
}

/** Once the button is released, measures how long the card takes to stand in the column, at rest. */
export function watchDrop({ list, id }: { list: string; id: string }): void {
  delete window.dropped;
  const stands = (): boolean => {
    const card = document.querySelector(`${list} [data-rfd-draggable-id="${id}"]`);
    if (!card) return false;
    const { position, transform } = getComputedStyle(card);
    const still = transform === "none" || transform === "matrix(1, 0, 0, 1, 0, 0)";
    return position !== "fixed" && still;
  };
  window.addEventListener(
    "pointerup",
    ({ timeStamp }) => {
      const look = (): void => {
        if (stands()) window.dropped = performance.now() - timeStamp;
        else requestAnimationFrame(look);
      };
      requestAnimationFrame(look);
    },
    { capture: true, once: true },
  );
}

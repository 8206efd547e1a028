/** The width in px at the top bar's end that the toasts leave to its controls. */
let taken = 0;
const listeners = new Set<() => void>();

/** Notes how much of the top bar's end its controls take. */
export function setTaken(px: number): void {
  taken = px;
  for (const listener of listeners) listener();
}

/** How much of the top bar's end its controls take, in px. */
export const takenPx = (): number => taken;

/** Calls `listener` when `takenPx` may have changed. Returns the function that stops this. */
export function onTakenChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

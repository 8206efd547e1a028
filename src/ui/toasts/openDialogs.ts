/**
 * The open modal dialogs, topmost last. Everything outside the topmost one is inert, so the toasts
 * are rendered inside it.
 */
let open: readonly HTMLDialogElement[] = [];
const listeners = new Set<() => void>();

function change(next: readonly HTMLDialogElement[]): void {
  open = next;
  for (const listener of listeners) listener();
}

/** Adds a dialog on top. Returns the function that removes it. */
export function addOpenDialog(dialog: HTMLDialogElement): () => void {
  change([...open, dialog]);
  return () => change(open.filter((other) => other !== dialog));
}

/** The topmost dialog, or null. */
export function topDialog(): HTMLDialogElement | null {
  return open.at(-1) ?? null;
}

/** Calls `listener` when `topDialog` may have changed. Returns the function that stops this. */
export function onDialogsChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

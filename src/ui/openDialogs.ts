/**
 * The modal dialogs that are open, the topmost last. Everything outside the topmost one is inert,
 * so what must stay reachable (the toasts) is rendered inside it.
 */
let open: readonly HTMLDialogElement[] = [];
const listeners = new Set<() => void>();

function change(next: readonly HTMLDialogElement[]): void {
  open = next;
  for (const listener of listeners) listener();
}

/** Puts a dialog on top until the returned function is called. */
export function addOpenDialog(dialog: HTMLDialogElement): () => void {
  change([...open, dialog]);
  return () => change(open.filter((other) => other !== dialog));
}

/** The dialog that the person is in, if any. */
export function topDialog(): HTMLDialogElement | null {
  return open.at(-1) ?? null;
}

/** Calls `listener` whenever `topDialog` may have changed, until the returned function is called. */
export function onDialogsChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

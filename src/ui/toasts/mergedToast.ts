import { type Renderable, toast } from "react-hot-toast/headless";

const closedListeners = new Set<(id: string | null) => void>();

/** Called by the toaster when a toast closes, or with null when it shows no more toasts. */
export function toastClosed(id: string | null): void {
  for (const listener of closedListeners) listener(id);
}

/**
 * Returns a function that shows a toast. While a toast of the same key is open, its content is merged
 * into that toast, which then stays as long as a new one.
 *
 * @param merge adds to the content of an open toast
 * @param render returns the message. `id` is the toast's.
 */
export function createMergedToast<Content>(
  merge: (shown: Content, added: Content) => Content,
  render: (content: Content, id: string) => Renderable,
  kind: "success" | "error" | "note" = "success",
): (key: string, content: Content, newId?: string) => void {
  const open = new Map<string, { id: string; content: Content }>();
  let count = 0;
  closedListeners.add((closed) => {
    for (const [key, { id }] of open) if (closed === null || closed === id) open.delete(key);
  });
  return (key, added, newId) => {
    const shown = open.get(key);
    count += shown ? 0 : 1;
    const id = shown?.id ?? newId ?? `${key}-${count}`;
    const content = shown ? merge(shown.content, added) : added;
    open.set(key, { id, content });
    const showToast = kind === "note" ? toast : toast[kind];
    showToast(render(content, id), { id });
  };
}

import { type Renderable, toast } from "react-hot-toast/headless";

/** What a toast is about, such as a task. */
export interface Subject {
  id: string;
  /** Empty if the toast doesn't name it. */
  title: string;
}

interface MergedToast<S extends Subject> {
  /** While a toast with this key is open, it takes in the subjects of others, and stays as long as a new one. */
  key: string;
  kind?: "success" | "error" | "note";
  /** Newest first. */
  subjects: readonly S[];
  /** The message about the subjects so far. `toastId` closes the toast. */
  message: (subjects: readonly S[], toastId: string) => Renderable;
}

const open = new Map<string, { id: string; subjects: readonly Subject[] }>();
let count = 0;

/** Called by the toaster when a toast closes, or with null when it shows no more toasts. */
export function toastClosed(closed: string | null): void {
  for (const [key, { id }] of open) if (closed === null || closed === id) open.delete(key);
}

/** Shows a toast that merges with others of its key. `newId` is the id of a new one. */
export function showMergedToast<S extends Subject>(
  { key, kind = "success", subjects: added, message }: MergedToast<S>,
  newId?: string,
): void {
  const shown = open.get(key);
  count += shown ? 0 : 1;
  const id = shown?.id ?? newId ?? `${key}-${count}`;
  const known = new Set<string>();
  const subjects = [...added, ...((shown?.subjects ?? []) as readonly S[])].filter((subject) => {
    const isNew = !known.has(subject.id);
    known.add(subject.id);
    return isNew;
  });
  open.set(key, { id, subjects });
  const showToast = kind === "note" ? toast : toast[kind];
  showToast(message(subjects, id), { id });
}

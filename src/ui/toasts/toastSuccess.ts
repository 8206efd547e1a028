import { showMergedToast } from "./mergedToast.ts";

let count = 0;

/** Shows a success toast. Equal texts share a toast that counts them. */
export function toastSuccess(text: string): void {
  count += 1;
  showMergedToast({
    key: text,
    subjects: [{ id: String(count), title: "" }],
    message: ({ length }) => (length === 1 ? text : `${text} ×${length}`),
  });
}

import { createMergedToast } from "./mergedToast.ts";

interface Said {
  text: string;
  times: number;
}

const show = createMergedToast<Said>(
  ({ times }, { text }) => ({ text, times: times + 1 }),
  ({ text, times }) => (times === 1 ? text : `${text} ×${times}`),
);

/** Shows a success toast. Equal texts share a toast that counts them. */
export function toastSuccess(text: string): void {
  show(text, { text, times: 1 });
}

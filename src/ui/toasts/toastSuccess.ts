import { createElement } from "react";
import { createMergedToast } from "./mergedToast.ts";
import { ToastText } from "./ToastText.tsx";

interface Said {
  text: string;
  times: number;
}

const show = createMergedToast<Said>(
  ({ times }, { text }) => ({ text, times: times + 1 }),
  ({ text, times }) =>
    times === 1 ? text : createElement(ToastText, { text, action: `×${times}` }),
);

/** Shows a success toast. Equal texts share a toast that counts them. */
export function toastSuccess(text: string): void {
  show(text, { text, times: 1 });
}

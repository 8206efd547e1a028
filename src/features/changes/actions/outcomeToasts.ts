import { createElement } from "react";
import { createMergedToast } from "#ui/toasts/mergedToast.ts";
import { ToastText, titlesLine } from "#ui/toasts/ToastText.tsx";

/** What happened to tasks of a group in the same way. */
export interface Told {
  /** `subject` is a task's title in quotes, or the number of tasks. */
  text: (subject: string, isMany: boolean) => string;
  titles: readonly string[];
}

/** A sentence, and in a second line the titles that it doesn't name. */
function sentence({ text, titles }: Told) {
  const isMany = titles.length > 1;
  const subject = isMany ? `${titles.length} tasks` : `"${titles[0] ?? ""}"`;
  const line = text(subject, isMany);
  const isNamed = !isMany && line.includes(subject);
  return createElement(ToastText, { text: line, detail: isNamed ? "" : titlesLine(titles) });
}

const addTitles = (shown: Told, added: Told): Told => ({
  ...added,
  titles: [...new Set([...shown.titles, ...added.titles])],
});

export const showFailure = createMergedToast<Told>(addTitles, sentence, "error");
const showNote = createMergedToast<Told>(addTitles, sentence, "note");

/** Shows the outcome of an undo. Tasks of a group with the same outcome share a toast. */
export const noteUndo = (group: number, text: Told["text"], titles: readonly string[]): void =>
  showNote(`undo-${group}-${text("", false)}`, { text, titles });

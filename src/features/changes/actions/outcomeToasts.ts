import { aboutSubjects } from "#ui/toasts/aboutSubjects.tsx";
import { type Subject, showMergedToast } from "#ui/toasts/mergedToast.ts";

/** `subject` is a task's title in quotes, or the number of tasks. */
export type Sentence = (subject: string, isMany: boolean) => string;

/**
 * Shows a failure, or what happened to an undo. Tasks of a group with the same outcome share a toast.
 *
 * @param newId the id of a new toast
 */
export const showOutcome = (
  kind: "error" | "note",
  group: number,
  text: Sentence,
  tasks: readonly Subject[],
  newId?: string,
): void =>
  showMergedToast(
    {
      key: `${kind}-${group}-${text("", false)}`,
      kind,
      subjects: tasks,
      message: aboutSubjects(([first, ...others]) =>
        others.length > 0
          ? text(`${others.length + 1} tasks`, true)
          : text(`"${first?.title ?? ""}"`, false),
      ),
    },
    newId,
  );

import type { ReactNode } from "react";
import type { ActivityEntry } from "#contract/shapes/activity.ts";
import type { FieldChange } from "#contract/shapes/taskHistory.ts";
import { fieldOf, readable } from "#features/tasks/history/ChangeText.tsx";
import { formatCount } from "#lib/text/formatCount.ts";

const some = (count: number, noun: string): string =>
  `${formatCount(count)} ${noun}${count === 1 ? "" : "s"}`;

const OF_TASKS = { created: "created", deleted: "deleted", restored: "restored" } as const;
/** What a line says after its actor, such as "handed 10 tasks over to Amara". */
export function LineText({ line }: { line: ActivityEntry }): ReactNode {
  const { kind, changes, count } = line;
  const tasks = line.tasks === 1 ? <bdi>{line.task.title}</bdi> : some(line.tasks, "task");
  // Such as "comment_edited", "file_added", and "commented".
  const [part = "", verb = "wrote"] = kind.split("_");
  const isFile = part === "file";
  if (isFile || part.startsWith("comment")) {
    return (
      <>
        {verb} {some(count, isFile ? "file" : "comment")}{" "}
        {line.tasks === 1 && (
          <>
            {isFile ? "of" : "on"} {tasks}
          </>
        )}
      </>
    );
  }
  const [only, second] = changes;
  if (kind !== "changed" || !only || second) {
    const verb = kind === "changed" ? "changed" : OF_TASKS[kind as keyof typeof OF_TASKS];
    return (
      <>
        {verb} {tasks}
      </>
    );
  }
  return <FieldLine change={only} tasks={tasks} />;
}

/** A change of one field in several tasks. */
function FieldLine({ change: { field, to }, tasks }: { change: FieldChange; tasks: ReactNode }) {
  const { name } = fieldOf(field);
  const value = to !== null && <b dir="auto">{readable(field, to)}</b>;
  if (field === "status")
    return (
      <>
        moved {tasks} to {value}
      </>
    );
  if (field === "assignee" && value)
    return (
      <>
        handed {tasks} over to {value}
      </>
    );
  if (field === "priority" || field === "team" || field === "assignee")
    return value ? (
      <>
        set the {name} of {tasks} to {value}
      </>
    ) : (
      <>
        removed the {name} of {tasks}
      </>
    );
  return (
    <>
      {field === "title" ? "renamed" : `changed the ${name} of`} {tasks}
    </>
  );
}

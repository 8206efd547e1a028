import type { ReactNode } from "react";
import type { HistoryEntry } from "#contract/shapes/taskHistory.ts";
import { ChangeText } from "./ChangeText.tsx";
import classes from "./HistoryList.module.css";

const EVENTS = {
  created: "created this task",
  deleted: "deleted this task",
  restored: "restored this task",
  commented: "commented",
  comment_edited: "edited a comment",
  comment_deleted: "deleted a comment",
} as const;

/** Who changed what, from what, to what; `time` stands after the sentence. */
export function EntryText({
  entry: { actor, kind, changes, file },
  time,
}: {
  entry: HistoryEntry;
  time?: ReactNode;
}) {
  const [only, second] = changes;
  return (
    <>
      <strong dir="auto" className={classes.actor}>
        {actor.name}
      </strong>{" "}
      {EVENTS[kind as keyof typeof EVENTS]}
      {file !== undefined && (
        <>
          {kind.replace("file_", "")} the file <bdi>{file}</bdi>
        </>
      )}
      {only && !second && <ChangeText change={only} />}
      {second && <span>{"made changes"}</span>} {time}
      {second && (
        <ul className={classes.changes}>
          {changes.map((change) => (
            <li key={change.field}>
              <ChangeText change={change} />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

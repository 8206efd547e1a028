import { CloudUpload } from "lucide-react";
import { useSelector } from "react-redux";
import type { Uncreated } from "#features/changes/shown/useUncreated.ts";
import { selectMustWait } from "#sync/connection/connectionSlice.ts";
import { LiveText } from "#ui/toasts/LiveText.tsx";
import classes from "./TaskPage.module.css";

/** Says why a new task has no comments yet, and whether it can be changed. */
export function UncreatedNote({ isEditable, reason }: Uncreated) {
  const mustWait = useSelector(selectMustWait);
  const waits = mustWait ? "This task waits to be sent." : "This task is being created.";
  const change = isEditable
    ? "You can change it. Comments and history follow once it is created."
    : "It may have been sent already, so it can be changed and commented on once the server has answered.";
  return (
    <p className={classes.uncreated}>
      <CloudUpload aria-hidden="true" />
      <LiveText
        text={
          reason === null
            ? `${waits} ${change}`
            : `The server has not created this task: ${reason} Try again or discard it on its card.`
        }
      />
    </p>
  );
}

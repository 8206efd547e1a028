import { COLUMN_LABELS } from "#contract/board.ts";
import type { TaskStatus } from "#contract/task.ts";
import { Badge, type Tone } from "./Badge.tsx";
import { StatusIcon } from "./StatusIcon.tsx";

const TONES: Readonly<Record<TaskStatus, Tone>> = {
  Todo: "grey",
  "In Progress": "blue",
  Done: "green",
};

/** A task's status, under the name that its column has on the board. */
export function StatusBadge({ status }: { status: string }) {
  const known = Object.hasOwn(TONES, status) ? (status as TaskStatus) : undefined;
  return (
    <Badge tone={known ? TONES[known] : "grey"}>
      {known && <StatusIcon status={known} />}
      {known ? COLUMN_LABELS[known] : status}
    </Badge>
  );
}

import type { TaskStatus } from "#contract/task.ts";
import { Badge, type Tone } from "./Badge.tsx";
import { StatusIcon } from "./StatusIcon.tsx";

const TONES: Readonly<Record<TaskStatus, Tone>> = {
  Todo: "grey",
  "In Progress": "blue",
  Done: "green",
};

/** A task's status (§4). Only the board's column says 'To Do' instead of 'Todo' (§2). */
export function StatusBadge({ status }: { status: string }) {
  const known = Object.hasOwn(TONES, status) ? (status as TaskStatus) : undefined;
  return (
    <Badge tone={known ? TONES[known] : "grey"}>
      {known && <StatusIcon status={known} />}
      {status}
    </Badge>
  );
}

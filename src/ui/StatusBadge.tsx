import type { TaskStatus } from "#contract/task.ts";
import { Badge, type Tone } from "./Badge.tsx";
import { StatusIcon } from "./StatusIcon.tsx";

const TONES: Readonly<Record<TaskStatus, Tone>> = {
  Todo: "grey",
  "In Progress": "blue",
  Done: "green",
};

/** A task's status by its own name (§4): only the board's column is called 'To Do' (§2). */
export function StatusBadge({ status }: { status: string }) {
  const known = Object.hasOwn(TONES, status) ? (status as TaskStatus) : undefined;
  return (
    <Badge tone={known ? TONES[known] : "grey"}>
      {known && <StatusIcon status={known} />}
      {status}
    </Badge>
  );
}

import type { TaskPriority } from "#contract/task.ts";
import { Badge, type Tone } from "./Badge.tsx";
import classes from "./PriorityBadge.module.css";

const TONES: Readonly<Record<TaskPriority, Tone>> = { Low: "green", Medium: "amber", High: "red" };
const LEVELS: Readonly<Record<TaskPriority, number>> = { Low: 1, Medium: 2, High: 3 };
const BARS = [1, 2, 3];

/** A task's priority: Low green, Medium amber, High red, any other grey (§9). */
export function PriorityBadge({ priority }: { priority: string }) {
  const known = Object.hasOwn(TONES, priority) ? (priority as TaskPriority) : undefined;
  return (
    <Badge tone={known ? TONES[known] : "grey"}>
      {known && (
        <svg viewBox="0 0 12 12" aria-hidden="true" fill="currentColor">
          {BARS.map((bar) => (
            <rect
              key={bar}
              x={bar * 4 - 3.5}
              y={11 - bar * 3}
              width="2.5"
              height={bar * 3}
              rx="0.75"
              className={bar > LEVELS[known] ? classes.off : undefined}
            />
          ))}
        </svg>
      )}
      <span className={classes.word}>{priority}</span>
    </Badge>
  );
}

import type { TaskStatus } from "#contract/task.ts";

/** An icon for a status. Screen readers ignore it, so it needs a text beside it. */
export function StatusIcon({ status }: { status: TaskStatus }) {
  return (
    <svg viewBox="0 0 14 14" width="14" height="14" aria-hidden="true" fill="none">
      {status === "Done" ? (
        <path
          fill="currentColor"
          fillRule="evenodd"
          d="M7 .5a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13Zm3.36 4.86a.75.75 0 0 0-1.1-1.02L6.2 7.63 4.72 6.2a.75.75 0 0 0-1.04 1.08l2.03 1.96a.75.75 0 0 0 1.07-.03l3.58-3.85Z"
        />
      ) : (
        <circle
          cx="7"
          cy="7"
          r="5.75"
          stroke="currentColor"
          strokeWidth="1.5"
          strokeDasharray={status === "Todo" ? "2.6 1.91" : undefined}
        />
      )}
      {status === "In Progress" && <path fill="currentColor" d="M7 3.5a3.5 3.5 0 0 1 0 7v-7Z" />}
    </svg>
  );
}

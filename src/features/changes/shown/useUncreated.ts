import { useMemo } from "react";
import { useSelector } from "react-redux";
import type { TaskDetail } from "#api/taskResponses.ts";
import { DEFAULT_PRIORITY } from "#contract/task.ts";
import type { WithChanges } from "#features/changes/queue/change.ts";
import { type PendingChange, shownIn } from "#features/changes/queue/pendingChange.ts";

/** A new task that no response shows yet. */
export interface Uncreated {
  task: TaskDetail;
  /** Whether it can be changed: nothing of it was sent yet. */
  isEditable: boolean;
  /** Why the server has refused it; null if it hasn't. */
  reason: string | null;
}

const NONE = { description: "", priority: DEFAULT_PRIORITY, due_date: null, team_id: null };

const newIn = ({ changes }: Pick<WithChanges, "changes">, key: string) => changes.entries[key]?.new;

const isEditable = ({ phase }: PendingChange): boolean => phase === "queued";

/** Whether a new task can be changed; undefined for a task that the server has. */
export function selectIsEditable(state: WithChanges, key: string): boolean | undefined {
  const change = newIn(state, key);
  return change && isEditable(change);
}

/** The new task with this key as its screen shows it; null if there is none. */
export function useUncreated(key: string): Uncreated | null {
  const change = useSelector((state: WithChanges) => newIn(state, key));
  return useMemo(() => {
    const want = change && shownIn(change);
    if (!change || !want?.task) return null;
    return {
      task: { ...NONE, ...want.task, id: key, title: want.title, created_at: "" },
      isEditable: isEditable(change),
      reason: change.phase === "refused" ? change.reason : null,
    };
  }, [change, key]);
}

/** The id of the task that the server has created for a key of this page; undefined for none. */
export const useCreatedId = (key: string): string | undefined =>
  useSelector(({ changes }: WithChanges) => changes.created?.[key]);

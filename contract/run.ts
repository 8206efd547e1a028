import { ASK_FROM } from "./confirmation.ts";
import { COUNT_MAX } from "./task.ts";
import type { SetChange, TaskInput } from "./taskFields.ts";
import type { Role } from "./user.ts";

/* Bulk actions on users and tasks. They are not in §7, so another server may have none. */

/** What a bulk action does with its tasks. */
export const TASK_RUN_ACTIONS = ["change", "delete", "hand_over"] as const;
export type TaskRunAction = (typeof TASK_RUN_ACTIONS)[number];
/** The actions that name their tasks. A hand-over is for all open tasks of a user. */
export const STARTED_ACTIONS = ["change", "delete"] as const satisfies readonly TaskRunAction[];

/** What a bulk action does with its users. */
export const USER_RUN_ACTIONS = [
  "activate",
  "deactivate",
  "role",
  "add_to_team",
  "remove_from_team",
  "end_sessions",
  "delete",
] as const;
export type UserRunAction = (typeof USER_RUN_ACTIONS)[number];

/** Actions that can hand over the open tasks of their users. */
export const canHandOver = (action: UserRunAction): boolean =>
  action === "deactivate" || action === "delete";

/** Actions on users that an undo can't revert. */
const FINAL_ACTIONS: ReadonlySet<UserRunAction> = new Set(["end_sessions", "delete"]);
export const isUndoable = (action: UserRunAction): boolean => !FINAL_ACTIONS.has(action);

export const RUN_STATES = ["running", "done", "stopped", "undoing", "undone"] as const;
export type RunState = (typeof RUN_STATES)[number];

/**
 * The result of an item. `waiting`: not reached, or not attempted if the run was stopped. `unchanged`:
 * already in the requested state. `left_out`: protected. `kept`: not undone, because of a later change.
 */
export const RUN_RESULTS = [
  "waiting",
  "done",
  "unchanged",
  "left_out",
  "refused",
  "undone",
  "kept",
] as const;
export type RunResult = (typeof RUN_RESULTS)[number];

/** The maximum number of users or tasks that a request names. A hand-over has no such limit. */
export const RUN_ITEMS_MAX = COUNT_MAX;
/** The maximum length of a list of ids, which are UUIDs, in characters. */
export const RUN_IDS_MAX = RUN_ITEMS_MAX * 37;
/** The maximum size of a request body with such a list, in bytes. */
export const RUN_BODY_MAX = 1_536 * 1_024;
/** The maximum number of runs in one response, and of items on one page. */
export const RUNS_MAX = 50;
export const RUN_ITEMS_PAGE = 500;
/** The maximum number of protected users whom a check names. */
export const LEFT_OUT_MAX = 20;
/** The number of days for which a finished run can be undone, unless it deleted tasks. */
export const RUN_UNDO_DAYS = 7;
/** The number of days for which the results of a run are kept, and the tasks that it deleted. */
export const RUN_DAYS = 30;

/** Whether a run makes its users admins. */
export const isPromotion = ({ action, role }: Pick<UserRunInput, "action" | "role">): boolean =>
  action === "role" && role === "admin";

/**
 * Whether the request must repeat the number of users that the run changes in `confirm_count`: always if
 * an undo can't revert the run or if it makes admins, otherwise from {@link ASK_FROM} users on.
 */
export const mustConfirm = (
  run: Pick<UserRunInput, "action" | "role">,
  changing: number,
): boolean => changing > 0 && (!isUndoable(run.action) || isPromotion(run) || changing >= ASK_FROM);

/** Body of POST /api/user-runs and POST /api/user-runs/check, for admins. */
export interface UserRunInput {
  action: UserRunAction;
  /** Users' ids, comma-separated. */
  user_ids: string;
  /** The new role, for `role`. */
  role?: Role | undefined;
  /** The team's id, for `add_to_team` and `remove_from_team`. */
  team?: string | null | undefined;
  /**
   * The user who gets the open tasks, for `deactivate` and `delete`. Otherwise a deactivated user keeps
   * them, and those of a deleted user become unassigned.
   */
  hand_over_to?: string | null | undefined;
  /** The number of users that the run will change, if {@link mustConfirm}. */
  confirm_count?: number | undefined;
}

/** The fields of tasks that a run can change. */
export type TaskRunFields = Pick<
  Partial<TaskInput>,
  "status" | "priority" | "due_date" | "assignee_id" | "team_id"
> & { labels?: SetChange | undefined };

/** The fields of a run's change, as requests have them, with ids in place of records. */
export const fieldsOf = ({
  assignee,
  team,
  labels,
  ...fields
}: Pick<TaskRunFields, "status" | "priority" | "due_date"> & {
  assignee?: { id: string } | null;
  team?: { id: string } | null;
  labels?: { add: { id: string }[]; remove: { id: string }[] };
}): TaskRunFields => ({
  ...fields,
  ...(labels && {
    labels: {
      add: labels.add.map(({ id }) => id),
      remove: labels.remove.map(({ id }) => id),
    },
  }),
  ...(assignee !== undefined && { assignee_id: assignee?.id ?? null }),
  ...(team !== undefined && { team_id: team?.id ?? null }),
});

/** Body of POST /api/task-runs. `change` needs at least one field. */
export interface TaskRunInput extends TaskRunFields {
  action: (typeof STARTED_ACTIONS)[number];
  /** Tasks' ids, comma-separated. */
  task_ids: string;
}

/** Query of GET …/{id}/items. `after` is the last position of the page before. */
export interface RunItemsQuery {
  after?: number | undefined;
  result?: RunResult | undefined;
}

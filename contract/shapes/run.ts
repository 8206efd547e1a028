import { RUN_RESULTS, RUN_STATES, TASK_RUN_ACTIONS, USER_RUN_ACTIONS } from "../run.ts";
import { TASK_PRIORITIES, TASK_STATUSES } from "../task.ts";
import { ROLES } from "../user.ts";
import { NamedRecord } from "./id.ts";
import {
  count,
  day,
  enumOf,
  flag,
  id,
  instant,
  listOf,
  named,
  nullable,
  object,
  onlyTrue,
  optional,
  type TypeOf,
  text,
} from "./shape.ts";

export const openTasksFields = {
  count,
  atLeast: optional({ ...onlyTrue, description: "There are more than `count`." }),
};

/** A user whom a run leaves out, and why. */
const LeftOutUser = object({ id, name: text, reason: text });

/** What a run would do. */
export const UserRunCheck = named(
  "UserRunCheck",
  object({
    changing: count,
    /** The number of users that are already in the requested state. */
    unchanged: count,
    /** The number of ids without a user. */
    missing: count,
    /** The number of protected users. */
    left_out: count,
    /** The first of them. */
    left_out_users: listOf(LeftOutUser),
    /** The open tasks of the users that the run would deactivate or delete. */
    open_tasks: object(openTasksFields),
    active_users: count,
    must_confirm: {
      ...flag,
      description:
        "Whether `confirm_count` must be `changing`: for what can't be undone, new admins, and 25 users or more.",
    },
    can_undo: flag,
  }),
);
export type UserRunCheck = TypeOf<typeof UserRunCheck>;

/** POST /api/user-runs/check */
export const UserRunCheckResponse = object({ check: UserRunCheck });
export type UserRunCheckResponse = TypeOf<typeof UserRunCheckResponse>;

const progressFields = {
  id,
  state: enumOf(RUN_STATES),
  created_at: instant,
  created_by: NamedRecord,
  finished_at: nullable(instant),
  stop_reason: { ...text, description: "Why the run was stopped; empty if it was not." },
  /** Until when the run can be undone; null if it can't. */
  undo_until: nullable(instant),
  total: count,
  /** The number of items by their result. */
  counts: object({
    waiting: { ...count, description: "Not reached, or not attempted after a stop." },
    done: count,
    unchanged: { ...count, description: "Already so." },
    left_out: { ...count, description: "Protected users." },
    refused: count,
    undone: count,
    kept: { ...count, description: "Not undone, because of a later change." },
  }),
};
/** The progress and the result of a bulk action. */
export const RunProgress = object(progressFields);
export type RunProgress = TypeOf<typeof RunProgress>;

/** A bulk action on users, which the server carries out. */
export const UserRun = named(
  "UserRun",
  object({
    ...progressFields,
    action: enumOf(USER_RUN_ACTIONS),
    role: nullable(enumOf(ROLES)),
    team: nullable(NamedRecord),
    hand_over_to: nullable(NamedRecord),
  }),
);
export type UserRun = TypeOf<typeof UserRun>;

/** The new values of the tasks, with the names of the assignee and the team. */
export const TaskRunChange = object({
  status: optional(enumOf(TASK_STATUSES)),
  priority: optional(enumOf(TASK_PRIORITIES)),
  due_date: optional(nullable(day)),
  assignee: optional(nullable(NamedRecord)),
  team: optional(nullable(NamedRecord)),
  labels: optional(object({ add: listOf(NamedRecord), remove: listOf(NamedRecord) })),
});
export type TaskRunChange = TypeOf<typeof TaskRunChange>;

/** A bulk action on tasks, which the server carries out. */
export const TaskRun = named(
  "TaskRun",
  object({
    ...progressFields,
    action: enumOf(TASK_RUN_ACTIONS),
    change: {
      ...TaskRunChange,
      description: "The new values. Missing fields stay as they are.",
    },
    /** Null for other actions. */
    from: {
      ...nullable(NamedRecord),
      description: "The user whose open tasks are handed over.",
    },
  }),
);
export type TaskRun = TypeOf<typeof TaskRun>;

/** POST, GET …/{id}, and POST …/stop and …/undo. */
export const UserRunResponse = object({ run: UserRun });
export type UserRunResponse = TypeOf<typeof UserRunResponse>;
export const TaskRunResponse = object({ run: TaskRun });
export type TaskRunResponse = TypeOf<typeof TaskRunResponse>;

/** GET: the newest first, on users those of all admins. */
export const UserRunsResponse = object({ runs: listOf(UserRun) });
export type UserRunsResponse = TypeOf<typeof UserRunsResponse>;
export const TaskRunsResponse = object({ runs: listOf(TaskRun) });
export type TaskRunsResponse = TypeOf<typeof TaskRunsResponse>;

/** The reason says why the item was not changed, or not changed back. */
const resultFields = { result: enumOf(RUN_RESULTS), reason: text };

/** A user in a run. Positions count from 1. `email` is the address when the run began; "" if there was no such user. */
export const UserRunItem = named(
  "UserRunItem",
  object({ position: count, user: object({ id, name: text, email: text }), ...resultFields }),
);
export type UserRunItem = TypeOf<typeof UserRunItem>;

/** A task in a run. The title is "" if there was no such task. */
export const TaskRunItem = named(
  "TaskRunItem",
  object({
    position: count,
    task: object({ id, title: text }),
    ...resultFields,
    restorable: optional({
      ...onlyTrue,
      description: "Present in an item of a deletion while the task can be restored.",
    }),
  }),
);
export type TaskRunItem = TypeOf<typeof TaskRunItem>;

const left = { ...flag, description: "Another page follows: send the last position." };

/** GET …/{id}/items */
export const UserRunItemsResponse = object({ items: listOf(UserRunItem), left });
export type UserRunItemsResponse = TypeOf<typeof UserRunItemsResponse>;
export const TaskRunItemsResponse = object({ items: listOf(TaskRunItem), left });
export type TaskRunItemsResponse = TypeOf<typeof TaskRunItemsResponse>;

import { ROLES } from "../user.ts";
import { RUN_ACTIONS, RUN_RESULTS, RUN_STATES } from "../userRun.ts";
import { NamedRecord } from "./id.ts";
import {
  count,
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

export const runProgressFields = {
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
export const RunProgress = object(runProgressFields);
export type RunProgress = TypeOf<typeof RunProgress>;

/** A bulk action on users, which the server carries out. */
export const UserRun = named(
  "UserRun",
  object({
    ...runProgressFields,
    action: enumOf(RUN_ACTIONS),
    role: nullable(enumOf(ROLES)),
    team: nullable(NamedRecord),
    hand_over_to: nullable(NamedRecord),
  }),
);
export type UserRun = TypeOf<typeof UserRun>;

/** POST /api/user-runs, GET /api/user-runs/{id}, and POST …/stop and …/undo. */
export const UserRunResponse = object({ run: UserRun });
export type UserRunResponse = TypeOf<typeof UserRunResponse>;

/** GET /api/user-runs: the newest first. */
export const UserRunsResponse = object({ runs: listOf(UserRun) });
export type UserRunsResponse = TypeOf<typeof UserRunsResponse>;

/** A user in a run. Positions count from 1. */
export const UserRunItem = named(
  "UserRunItem",
  object({
    position: count,
    /** `email` is the address when the run began; "" if there was no such user. */
    user: object({ id, name: text, email: text }),
    result: enumOf(RUN_RESULTS),
    /** Why the user was not changed, or not changed back. */
    reason: text,
  }),
);
export type UserRunItem = TypeOf<typeof UserRunItem>;

/** GET /api/user-runs/{id}/items */
export const UserRunItemsResponse = object({
  items: listOf(UserRunItem),
  left: { ...flag, description: "Another page follows: send the last position." },
});
export type UserRunItemsResponse = TypeOf<typeof UserRunItemsResponse>;

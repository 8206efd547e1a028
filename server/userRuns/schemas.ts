import {
  count,
  enumOf,
  enumOrNull,
  flag,
  id,
  instant,
  listOf,
  named,
  namedRecord,
  nullable,
  shape,
  text,
} from "#contract/shapes/shape.ts";
import { ROLES } from "#contract/user.ts";
import {
  type LeftOutUser,
  RUN_ACTIONS,
  RUN_RESULTS,
  RUN_STATES,
  type UserRun,
  type UserRunCheck,
  type UserRunItem,
} from "#contract/userRun.ts";

export const RUN = named(
  "UserRun",
  shape<UserRun>({
    id,
    action: enumOf(RUN_ACTIONS),
    role: enumOrNull(ROLES),
    team: nullable(namedRecord),
    hand_over_to: nullable(namedRecord),
    state: enumOf(RUN_STATES),
    created_at: instant,
    created_by: namedRecord,
    finished_at: nullable(instant),
    stop_reason: { ...text, description: "Why the run was stopped; empty if it was not." },
    undo_until: nullable(instant),
    total: count,
    counts: shape<UserRun["counts"]>({
      waiting: { ...count, description: "Not reached, or not attempted after a stop." },
      done: count,
      unchanged: { ...count, description: "Already so." },
      left_out: { ...count, description: "Protected users." },
      refused: count,
      undone: count,
      kept: { ...count, description: "Not undone, because of a later change." },
    }),
  }),
);

export const CHECK = named(
  "UserRunCheck",
  shape<UserRunCheck>({
    changing: count,
    unchanged: count,
    missing: count,
    left_out: count,
    left_out_users: listOf(shape<LeftOutUser>({ id, name: text, reason: text })),
    open_tasks: shape<UserRunCheck["open_tasks"]>(
      { count, atLeast: { ...flag, description: "There are more than `count`." } },
      ["atLeast"],
    ),
    active_users: count,
    must_confirm: {
      ...flag,
      description: "More than a tenth of all active users: `confirm_count` must be `changing`.",
    },
    can_undo: flag,
  }),
);

export const ITEM = named(
  "UserRunItem",
  shape<UserRunItem>({
    position: count,
    user: shape<UserRunItem["user"]>({ id, name: text, email: text }),
    result: enumOf(RUN_RESULTS),
    reason: text,
  }),
);

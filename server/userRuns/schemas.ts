import {
  count,
  enumOf,
  enumOrNull,
  flag,
  id,
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
  type UserRun,
  type UserRunCheck,
  type UserRunItem,
} from "#contract/userRun.ts";
import { PROGRESS } from "#server/jobs/schemas.ts";

export const RUN = named(
  "UserRun",
  shape<UserRun>({
    ...PROGRESS,
    action: enumOf(RUN_ACTIONS),
    role: enumOrNull(ROLES),
    team: nullable(namedRecord),
    hand_over_to: nullable(namedRecord),
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

import { object } from "yup";
import {
  RUN_IDS_MAX,
  RUN_ITEMS_MAX,
  RUN_RESULTS,
  STARTED_ACTIONS,
  USER_RUN_ACTIONS,
} from "../run.ts";
import { ROLES } from "../user.ts";
import { choice, emptyIsAbsent, oneOf, optionalId, requiredIds, wholeNumber } from "./common.ts";
import { commonFields, labelChange, newPriority, status } from "./task.ts";

const actionOf = <Word extends string>(words: readonly Word[]) => {
  const message = `Action must be one of ${words.join(", ")}`;
  return oneOf(words, message).required(message);
};

/** Body of POST /api/user-runs. */
export const userRunRule = object({
  action: actionOf(USER_RUN_ACTIONS),
  user_ids: requiredIds("User", RUN_ITEMS_MAX, RUN_IDS_MAX),
  role: oneOf(ROLES, "Role must be admin or member"),
  team: optionalId("Team must be a team's id"),
  hand_over_to: optionalId("User must be a user's id"),
  confirm_count: wholeNumber("Count", RUN_ITEMS_MAX),
})
  .test({
    name: "role",
    message: "Role is required",
    test: ({ action, role }) => action !== "role" || role !== undefined,
  })
  .test({
    name: "team",
    message: "Team is required",
    test: ({ action, team }) =>
      (action !== "add_to_team" && action !== "remove_from_team") || Boolean(team),
  });

/**
 * Body of POST /api/task-runs.
 *
 * @param today the first day that is not past, as `yyyy-MM-dd`
 */
export const taskRunRule = (today: string) =>
  object({
    action: actionOf(STARTED_ACTIONS),
    task_ids: requiredIds("Task", RUN_ITEMS_MAX, RUN_IDS_MAX),
    status,
    priority: newPriority,
    ...commonFields(today, null),
    labels: labelChange,
  }).test({
    name: "not-empty",
    message: "Nothing to change",
    test: ({ action, task_ids: _ids, ...fields }) =>
      action !== "change" || Object.values(fields).some((value) => value !== undefined),
  });

const itemsRule = (afterMax: number) =>
  object({
    after: wholeNumber("After", afterMax).transform(emptyIsAbsent),
    result: choice("Result", RUN_RESULTS),
  });

/** Query of GET …/{id}/items. A hand-over may have very many tasks. */
export const userRunItemsRule = itemsRule(RUN_ITEMS_MAX);
export const taskRunItemsRule = itemsRule(1_000_000_000);

import { object } from "yup";
import { ROLES } from "../user.ts";
import { RUN_ACTIONS, RUN_IDS_MAX, RUN_RESULTS, RUN_USERS_MAX } from "../userRun.ts";
import { choice, emptyIsAbsent, oneOf, optionalId, requiredIds, wholeNumber } from "./common.ts";

const actionMessage = `Action must be one of ${RUN_ACTIONS.join(", ")}`;

/** Body of POST /api/user-runs. */
export const userRunRule = object({
  action: oneOf(RUN_ACTIONS, actionMessage).required(actionMessage),
  user_ids: requiredIds("User", RUN_USERS_MAX, RUN_IDS_MAX),
  role: oneOf(ROLES, "Role must be admin or member"),
  team: optionalId("Team must be a team's id"),
  hand_over_to: optionalId("User must be a user's id"),
  confirm_count: wholeNumber("Count", RUN_USERS_MAX),
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

/** Query of GET /api/user-runs/{id}/items. */
export const userRunItemsRule = object({
  after: wholeNumber("After", RUN_USERS_MAX).transform(emptyIsAbsent),
  result: choice("Result", RUN_RESULTS),
});

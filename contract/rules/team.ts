import { object } from "yup";
import { ID_MAX } from "../id.ts";
import { TEAM_DESCRIPTION_MAX, TEAM_NAME_MAX } from "../team.ts";
import { optionalText, requiredText, trimmedText } from "./common.ts";

/** Team creation (§5). */
export const teamRule = object({
  name: requiredText("Team name is required", "Team name", TEAM_NAME_MAX),
  description: optionalText("Description", TEAM_DESCRIPTION_MAX),
});

/** Adding a member (§5). */
export const memberRule = object({
  userId: trimmedText("Please select a user", {
    max: ID_MAX,
    tooLong: "User must be a user's id",
  }).required("Please select a user"),
});

import { object } from "yup";
import { TEAM_DESCRIPTION_MAX, TEAM_NAME_MAX } from "../team.ts";
import { atMost, idLength, trimmedText } from "./common.ts";

/** Team creation (§5). */
export const teamRule = object({
  name: trimmedText("Team name is required")
    .required("Team name is required")
    .test(atMost("Team name", TEAM_NAME_MAX)),
  description: trimmedText("Description must be text")
    .test(atMost("Description", TEAM_DESCRIPTION_MAX))
    .default(""),
});

/** Adding a member (§5). */
export const memberRule = object({
  userId: trimmedText("Please select a user")
    .required("Please select a user")
    .test(idLength("User must be a user's id")),
});

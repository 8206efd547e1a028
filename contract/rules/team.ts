import { object } from "yup";
import { TEAM_DESCRIPTION_MAX, TEAM_NAME_MAX } from "../team.ts";
import { text, trimmedText } from "./common.ts";

/** Team creation (§5). */
export const teamRule = object({
  name: trimmedText("Team name is required")
    .required("Team name is required")
    .max(TEAM_NAME_MAX, `Team name must be at most ${TEAM_NAME_MAX} characters`),
  description: trimmedText("Description must be text")
    .max(TEAM_DESCRIPTION_MAX, `Description must be at most ${TEAM_DESCRIPTION_MAX} characters`)
    .default(""),
});

/** Adding a member (§5). */
export const memberRule = object({
  userId: text("Please select a user").required("Please select a user"),
});

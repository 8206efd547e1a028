import { object } from "yup";
import { ID_MAX } from "../id.ts";
import { readInvitationList } from "../invitationList.ts";
import {
  INVITATION_LIST_MAX,
  INVITATION_TEAMS_MAX,
  INVITATIONS_MAX,
  LINK_TOKEN_MAX,
} from "../link.ts";
import { DEFAULT_ROLE, NAME_MAX, ROLES } from "../user.ts";
import { atMost, ifPresent, oneOf, requiredText, text, trimmedText } from "./common.ts";
import { emailRule } from "./email.ts";
import { newPasswordRule } from "./password.ts";

const NOBODY = "Enter at least one email address";

/** Body of POST /api/invitations. The response says for each line whether it is valid. */
export const invitationsRule = object({
  list: trimmedText(NOBODY, atMost("The list", INVITATION_LIST_MAX))
    .required(NOBODY)
    .test(
      "people",
      `Enter at most ${INVITATIONS_MAX} people`,
      ifPresent((list: string) => readInvitationList(list).length <= INVITATIONS_MAX),
    ),
  role: oneOf(ROLES, "Role must be admin or member").default(DEFAULT_ROLE),
  teams: trimmedText("Teams must be ids, separated by commas", {
    max: (ID_MAX + 1) * INVITATION_TEAMS_MAX,
  }).default(""),
});

const token = text("The link is incomplete", atMost("The link", LINK_TOKEN_MAX)).required(
  "The link is incomplete",
);

/** Body of POST /api/links/open. */
export const linkTokenRule = object({ token });

/** Body of POST /api/links/accept. */
export const acceptanceRule = object({
  token,
  name: requiredText("Name is required", "Name", NAME_MAX),
  password: newPasswordRule("Password", "Password is required"),
});

/** Body of POST /api/links/reset. */
export const passwordResetRule = object({
  token,
  password: newPasswordRule("Password", "Password is required"),
});

/** Body of POST /api/auth/forgot-password. */
export const forgottenPasswordRule = object({ email: emailRule("Invalid email") });

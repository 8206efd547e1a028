export { apiTokenRule } from "#contract/rules/apiToken.ts";
export { commentRule } from "#contract/rules/comment.ts";
export { labelRule } from "#contract/rules/label.ts";
export {
  acceptanceRule,
  forgottenPasswordRule,
  invitationsRule,
  passwordResetRule,
} from "#contract/rules/link.ts";
export { passwordFormRule, profileRule } from "#contract/rules/profile.ts";
export { registrationRule } from "#contract/rules/registration.ts";
export { credentialsRule } from "#contract/rules/session.ts";
export { linkRule } from "#contract/rules/signIn.ts";
export { taskRule } from "#contract/rules/task.ts";
export { memberRule, teamRule } from "#contract/rules/team.ts";
export { viewNameRule } from "#contract/rules/view.ts";
export { webhookRule } from "#contract/rules/webhook.ts";

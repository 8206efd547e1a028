import { object } from "yup";
import { AUDIT_ACTIONS, AUDIT_PAGE_SIZE } from "../audit.ts";
import { PAGE_SIZE_MAX } from "../task.ts";
import { choice, idFilter, wholeNumber } from "./common.ts";

/** Query of GET /api/audit. An empty filter counts as absent. */
export const auditQueryRule = object({
  page: wholeNumber("Page", 1_000_000_000).default(1),
  limit: wholeNumber("Limit", PAGE_SIZE_MAX).default(AUDIT_PAGE_SIZE),
  actor: idFilter("Actor must be a user's id"),
  action: choice("Action", AUDIT_ACTIONS),
  subject: idFilter("Subject must be the id of a user, a team, a task, a label or a view"),
});

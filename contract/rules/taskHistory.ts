import { object } from "yup";
import { HISTORY_PAGE_SIZE } from "../taskHistory.ts";
import { idFilter, wholeNumber } from "./common.ts";

/** Query of GET /api/tasks/{id}/history. An empty `before` counts as absent. */
export const historyQueryRule = object({
  limit: wholeNumber("Limit", HISTORY_PAGE_SIZE).default(HISTORY_PAGE_SIZE),
  before: idFilter("Before must be an entry's id"),
});

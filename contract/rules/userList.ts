import { object } from "yup";
import { isCalendarDay } from "../calendar.ts";
import { SEARCH_MAX } from "../task.ts";
import { ROLES } from "../user.ts";
import {
  LAST_SEEN,
  USER_CURSOR_MAX,
  USER_PAGE_MAX,
  USER_SORTS,
  USER_STATUSES,
} from "../userList.ts";
import {
  atMost,
  choice,
  emptyIsAbsent,
  idFilter,
  ifPresent,
  text,
  trimmedText,
  wholeNumber,
} from "./common.ts";

const AFTER = "After must be the next of a page";
const REGISTERED = "Registered must be a day, as yyyy-MM-dd";

/**
 * Query of GET /api/users. An empty filter counts as absent. Without `limit`, the other parameters
 * have no effect.
 */
export const userListRule = object({
  limit: wholeNumber("Limit", USER_PAGE_MAX),
  after: text(AFTER, { max: USER_CURSOR_MAX })
    .transform(emptyIsAbsent)
    .matches(/^\S+ [^\0]*$/u, { message: AFTER, excludeEmptyString: true })
    .meta({ examples: ["4f5e2c1a ada lovelace"] }),
  search: trimmedText("Search must be text", atMost("Search", SEARCH_MAX)).transform(emptyIsAbsent),
  role: choice("Role", ROLES),
  status: choice("Status", USER_STATUSES),
  team: idFilter("Team must be a team's id"),
  seen: choice("Seen", LAST_SEEN),
  registered: text(REGISTERED, { max: 10 })
    .transform(emptyIsAbsent)
    .test("day", REGISTERED, ifPresent(isCalendarDay))
    .meta({ examples: ["2026-03-01"] }),
  sort: choice("Sort", USER_SORTS),
});

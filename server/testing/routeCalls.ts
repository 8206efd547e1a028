import { JOBS_CALLS } from "./routeCalls/jobs.ts";
import { LINKS_CALLS } from "./routeCalls/links.ts";
import { OIDC_CALLS } from "./routeCalls/oidc.ts";
import { OTHER_CALLS } from "./routeCalls/other.ts";
import { PEOPLE_CALLS } from "./routeCalls/people.ts";
import { PROFILE_CALLS } from "./routeCalls/profile.ts";
import type { RouteCall } from "./routeCalls/scene.ts";
import { SESSION_CALLS } from "./routeCalls/session.ts";
import { TASKS_CALLS } from "./routeCalls/tasks.ts";

/**
 * Every route with its access level (§6, §7). The tests of roles, of the API document and of mass
 * assignment iterate over this list. They fail if a route is missing or a row has no route.
 */
export const ROUTE_CALLS: Readonly<Record<string, RouteCall>> = {
  ...SESSION_CALLS,
  ...TASKS_CALLS,
  ...PEOPLE_CALLS,
  ...PROFILE_CALLS,
  ...OIDC_CALLS,
  ...LINKS_CALLS,
  ...JOBS_CALLS,
  ...OTHER_CALLS,
};

import { object } from "yup";
import { OPEN_TASKS_USERS_MAX } from "../handOver.ts";
import { ID_MAX } from "../id.ts";
import { atMost, isIdList, optionalId, trimmedText } from "./common.ts";

const idsMessage = `Ids must be up to ${OPEN_TASKS_USERS_MAX} users' ids, comma-separated`;

/** The maximum length of a list of ids, in characters. */
const OPEN_TASKS_IDS_MAX = OPEN_TASKS_USERS_MAX * (ID_MAX + 1);

/** Query of GET /api/users/open-tasks. */
export const openTasksRule = object({
  ids: trimmedText(idsMessage, atMost("Ids", OPEN_TASKS_IDS_MAX))
    .default("")
    .test("ids", idsMessage, (list) => isIdList(list, OPEN_TASKS_USERS_MAX)),
});

const toMessage = "To must be a user's id";

/** Body of POST /api/users/{id}/hand-over. */
export const handOverRule = object({ to: optionalId(toMessage).defined(toMessage) });

import { object } from "yup";
import { ITEM_ID_MAX, READ_IDS_MAX } from "../inbox.ts";
import {
  anyField,
  atMost,
  emptyIsAbsent,
  flag,
  ifPresent,
  isIdList,
  text,
  trimmedText,
} from "./common.ts";

const idsMessage = `Ids must be up to ${READ_IDS_MAX} items' ids, comma-separated`;
const untilMessage = "Until must be an instant such as 2026-03-08T09:30:00.000Z";
const INSTANT_LENGTH = "yyyy-MM-ddThh:mm:ss.sssZ".length;

/** Instants are compared as text, so only their canonical form is accepted. */
function isInstant(value: string): boolean {
  const at = new Date(value);
  return !Number.isNaN(at.getTime()) && at.toISOString() === value;
}

const beforeMessage = "Before must be the instant and id of an item, comma-separated";

/** Query of GET /api/inbox. An empty `before` counts as absent. */
export const inboxQueryRule = object({
  before: trimmedText(beforeMessage, { max: INSTANT_LENGTH + 1 + ITEM_ID_MAX })
    .transform(emptyIsAbsent)
    .test(
      "before",
      beforeMessage,
      ifPresent((position: string) => {
        const [at = "", id = "", ...rest] = position.split(",");
        return isInstant(at) && id !== "" && rest.length === 0;
      }),
    ),
});

/** Body of POST /api/inbox/read: at least one of the two fields. */
export const inboxReadRule = object({
  ids: trimmedText(idsMessage, atMost("Ids", READ_IDS_MAX * (ITEM_ID_MAX + 1)))
    .transform(emptyIsAbsent)
    .test("ids", idsMessage, (list = "") => isIdList(list, READ_IDS_MAX, ITEM_ID_MAX)),
  until: text(untilMessage, { max: INSTANT_LENGTH }).test(
    "until",
    untilMessage,
    ifPresent(isInstant),
  ),
}).test(anyField("Nothing to mark: send ids or until"));

/** Body of PUT /api/inbox/settings: at least one of the kinds. The others keep their values. */
export const inboxSettingsRule = object({
  mentioned: flag("Mentioned"),
  assigned: flag("Assigned"),
  commented: flag("Commented"),
  due_today: flag("Due today"),
  overdue: flag("Overdue"),
}).test(anyField("Nothing to change: send true or false for a kind"));

import { object } from "yup";
import { ITEM_ID_MAX, READ_IDS_MAX } from "../inbox.ts";
import { valuesOf } from "../task.ts";
import { characterCount } from "../text.ts";
import { atMost, emptyIsAbsent, flag, text, trimmedText } from "./common.ts";

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
    .test({
      name: "before",
      message: beforeMessage,
      skipAbsent: true,
      test: (value = "") => {
        const [at = "", id = "", ...rest] = value.split(",");
        return isInstant(at) && id !== "" && rest.length === 0;
      },
    }),
});

/** Body of POST /api/inbox/read: at least one of the two fields. */
export const inboxReadRule = object({
  ids: trimmedText(idsMessage, atMost("Ids", READ_IDS_MAX * (ITEM_ID_MAX + 1)))
    .transform(emptyIsAbsent)
    .test({
      name: "ids",
      message: idsMessage,
      skipAbsent: true,
      test: (list) => {
        const ids = valuesOf(list ?? "");
        return ids.length <= READ_IDS_MAX && ids.every((id) => characterCount(id) <= ITEM_ID_MAX);
      },
    }),
  until: text(untilMessage, { max: INSTANT_LENGTH }).test({
    name: "until",
    message: untilMessage,
    skipAbsent: true,
    test: (value) => isInstant(value ?? ""),
  }),
}).test({
  name: "not-empty",
  message: "Nothing to mark: send ids or until",
  test: ({ ids, until }) => ids !== undefined || until !== undefined,
});

/** Body of PUT /api/inbox/settings: at least one of the kinds. The others keep their values. */
export const inboxSettingsRule = object({
  mentioned: flag("Mentioned"),
  assigned: flag("Assigned"),
  commented: flag("Commented"),
  due_today: flag("Due today"),
  overdue: flag("Overdue"),
}).test({
  name: "not-empty",
  message: "Nothing to change: send true or false for a kind",
  test: (settings) => Object.values(settings).some((value) => value !== undefined),
});

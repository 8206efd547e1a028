import { object } from "yup";
import { valuesOf } from "../task.ts";
import {
  WEBHOOK_DESCRIPTION_MAX,
  WEBHOOK_EVENTS,
  WEBHOOK_EVENTS_MAX,
  WEBHOOK_URL_MAX,
} from "../webhook.ts";
import { anyField, atMost, flag, ifPresent, optionalText, trimmedText } from "./common.ts";

/** The message for a text that is no URL. */
export const URL_MESSAGE = "Enter a URL such as https://example.com/hook";
const EVENTS_MESSAGE = "Choose at least one event";

/**
 * An http or https URL without user, password and fragment, which would not be sent. The server
 * parses the rest.
 */
const ADDRESS = /^https?:\/\/[^\s/?#@\\]+(?:[/?][^\s#\\]*)?$/i;

const isEvent = (name: string): boolean => WEBHOOK_EVENTS.some((event) => event === name);

const url = trimmedText(URL_MESSAGE, atMost("URL", WEBHOOK_URL_MAX))
  .meta({ examples: ["https://example.com/hook"] })
  .test(
    "url",
    URL_MESSAGE,
    ifPresent((text: string) => ADDRESS.test(text)),
  );
const events = trimmedText(EVENTS_MESSAGE, { max: WEBHOOK_EVENTS_MAX })
  .meta({ examples: ["task.created", "task.created,user.deleted"] })
  .test(
    "events",
    EVENTS_MESSAGE,
    ifPresent((list: string) => {
      const chosen = valuesOf(list);
      return chosen.length > 0 && chosen.every(isEvent);
    }),
  );
const description = optionalText("Description", WEBHOOK_DESCRIPTION_MAX);
const isActive = flag("Active");

/** A new webhook. */
export const webhookRule = object({
  url: url.required(URL_MESSAGE),
  description,
  events: events.required(EVENTS_MESSAGE),
  is_active: isActive.default(true),
});

/** A change of a webhook: at least one of the fields. */
export const webhookPatchRule = object({
  url,
  description: description.default(undefined).optional(),
  events,
  is_active: isActive,
}).test(anyField("Nothing to change: send url, description, events or is_active"));

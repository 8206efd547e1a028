import { boolean, object } from "yup";
import { DATE_ORDERS, FILE_NAME_MAX, MAPPING_MAX } from "../imports.ts";
import { atMost, emptyIsAbsent, oneOf, text, trimmedText } from "./common.ts";

const pairs = (name: string, ...examples: string[]) =>
  text(`${name} must be text`, atMost(name, MAPPING_MAX)).meta({ examples });

const dryMessage = "Dry must be true or false";

/** Body of POST /api/imports/{id}/run. */
export const importRunRule = object({
  dry: boolean()
    // Yup would also accept 1 and "true".
    .transform((_cast: unknown, original: unknown) => original)
    .typeError(dryMessage)
    .nonNullable(dryMessage)
    .required(dryMessage),
  columns: pairs("Columns", "0=title", "1=keep"),
  lists: pairs("Lists", "Doing=In+Progress", "Ideas=skip"),
  people: pairs("People", "ada%40example.com="),
  dates: oneOf(DATE_ORDERS, `Dates must be one of ${DATE_ORDERS.join(", ")}`).transform(
    emptyIsAbsent,
  ),
});

/** Query of POST /api/imports. */
export const importUploadRule = object({
  name: trimmedText("Name must be text", atMost("Name", FILE_NAME_MAX)).transform(emptyIsAbsent),
});

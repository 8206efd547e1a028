import { object } from "yup";
import { DATE_ORDERS, FILE_NAME_MAX, MAPPING_MAX } from "../imports.ts";
import { atMost, choice, emptyIsAbsent, flag, text, trimmedText } from "./common.ts";

const pairs = (name: string, ...examples: string[]) =>
  text(`${name} must be text`, atMost(name, MAPPING_MAX)).meta({ examples });

/** Body of POST /api/imports/{id}/run. */
export const importRunRule = object({
  dry: flag("Dry").default(false),
  columns: pairs("Columns", "0=title", "1=keep"),
  lists: pairs("Lists", "Doing=In+Progress", "Ideas=skip"),
  people: pairs("People", "ada%40example.com="),
  dates: choice("Dates", DATE_ORDERS),
});

/** Query of POST /api/imports. */
export const importUploadRule = object({
  name: trimmedText("Name must be text", atMost("Name", FILE_NAME_MAX)).transform(emptyIsAbsent),
});

import { object } from "yup";
import { ID_MAX } from "../id.ts";
import {
  MENU_VIEWS_MAX,
  VIEW_NAME_MAX,
  VIEW_QUERY_MAX,
  VIEW_SCREENS,
  type ViewScreen,
} from "../view.ts";
import {
  anyField,
  atMost,
  check,
  flag,
  idFilter,
  isIdList,
  oneOf,
  optionalId,
  requiredText,
  text,
  trimmedText,
  wholeNumber,
} from "./common.ts";
import { queryFlag, taskExportRule } from "./task.ts";

const WORD_MAX = 100;

/** What a view's address may have: the filters, the order, and how a table shows its rows. */
const addressRule = taskExportRule.shape({
  group: text("Group must be a word", { max: WORD_MAX }),
  hidden: text("Hidden must be names of columns, comma-separated", { max: WORD_MAX * 2 }),
  groups: text("Groups must be groups of labels, separated by colons", { max: WORD_MAX * 2 }),
  dense: queryFlag("Dense must be true or false"),
});

type AddressName = keyof typeof addressRule.fields;
const NAMES = Object.keys(addressRule.fields) as AddressName[];

/** The parts of a query by their names. The contract has no URLSearchParams. Malformed parts are left out. */
function partsOf(query: string): Partial<Record<string, string>> {
  const parts = query
    .replace(/^\?/, "")
    .split("&")
    .flatMap((part) => {
      const [name = "", ...rest] = part.split("=");
      try {
        return [[name, decodeURIComponent(rest.join("=").replaceAll("+", " "))]];
      } catch {
        return [];
      }
    });
  return Object.fromEntries(parts) as Record<string, string>;
}

/** The filters and the order of a view's query, or what is wrong with them. */
export const readViewFilters = (query: string) => check(taskExportRule, partsOf(query));

/** A query in its standard form: the known names in their order, each once, without empty values. */
function standardQuery(query: string): string {
  const parts = partsOf(query.toWellFormed());
  const set = NAMES.filter((name) => Object.hasOwn(parts, name) && parts[name] !== "");
  return set.map((name) => `${name}=${encodeURIComponent(parts[name] ?? "")}`).join("&");
}

const MESSAGE = "Query must be the query part of an address";
const query = text(MESSAGE, atMost("Query", VIEW_QUERY_MAX))
  .transform((value: unknown) => (typeof value === "string" ? standardQuery(value) : value))
  .test({
    name: "address",
    skipAbsent: true,
    test(value, { createError }) {
      const read = check(addressRule, partsOf(value ?? ""));
      return "value" in read || createError({ message: read.errors[0]?.msg ?? MESSAGE });
    },
  });

const name = requiredText("View name is required", "View name", VIEW_NAME_MAX).test(
  "one-line",
  "View name must be one line",
  (value) => !/[\r\n]/.test(value ?? ""),
);
const screenMessage = `Screen must be one of ${VIEW_SCREENS.join(", ")}`;
const screen = oneOf<ViewScreen>(VIEW_SCREENS, screenMessage);

/** Body of POST /api/views. */
export const viewRule = object({
  name,
  screen: screen.required(screenMessage),
  query: query.default(""),
  shared: flag("Shared").default(false),
});

/** The name of a view in the form. */
export const viewNameRule = object({ name });

/** Body of PATCH /api/views/{id}: with `version`, only if the view still has it. */
export const viewPatchRule = object({
  name: name.optional(),
  screen,
  query,
  shared: flag("Shared"),
  version: wholeNumber("Version", Number.MAX_SAFE_INTEGER),
}).test({
  ...anyField("Nothing to change"),
  test: ({ version: _version, ...fields }) => anyField("").test(fields),
});

/** Body of PUT /api/views/start: null for no start. */
export const viewStartRule = object({ view: optionalId("View must be a view's id") });

const idsMessage = `Ids must be at most ${MENU_VIEWS_MAX} views' ids, comma-separated`;
/** Query of GET /api/views/counts. */
export const viewCountsRule = object({
  ids: trimmedText(idsMessage, { max: MENU_VIEWS_MAX * (ID_MAX + 1) })
    .default("")
    .test("ids", idsMessage, (list) => isIdList(list, MENU_VIEWS_MAX)),
});

/** Query of /api/profile/calendar: without a view, the feed has the user's own tasks. */
export const calendarRule = object({ view: idFilter("View must be a view's id") });

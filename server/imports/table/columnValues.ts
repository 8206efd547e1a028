import { LABEL_NAME_MAX } from "#contract/label.ts";
import { dayOf } from "#server/imports/words/dates.ts";
import { type Concept, isWordOf, longestWordIn } from "#server/imports/words/findWords.ts";
import { namesIn } from "./cells.ts";

/** A column of a table with its values. */
export interface ReadColumn {
  name: string;
  values: readonly string[];
}

/** The roles that a column's name or values may propose, the most telling first. */
export const ROLES = [
  "title",
  "description",
  "list",
  "priority",
  "due",
  "assignee",
  "done",
  "created",
  "board",
  "labels",
] as const satisfies readonly Concept[];
export type Role = (typeof ROLES)[number];

/** Values per column, and characters of each, that are looked at. */
const VALUES_MAX = 200;
const CHARACTERS_MAX = 200;
/** The share of a column's values that must look alike. */
const MOST = 0.8;
const LISTS_MAX = 12;
/** Descriptions have this length on average. */
const DESCRIPTION_LENGTH = 30;

interface Profile {
  index: number;
  values: readonly string[];
  /** The share of rows with a value, and of different values among them. */
  filled: number;
  distinct: number;
  /** The average length. */
  length: number;
}

function profileOf({ index, values }: ReadColumn & { index: number }): Profile {
  const rows = values.slice(0, VALUES_MAX).map((value) => value.slice(0, CHARACTERS_MAX));
  const some = rows.filter((value) => value !== "");
  return {
    index,
    values: some,
    filled: some.length / rows.length,
    distinct: new Set(some).size / some.length,
    length: some.reduce((sum, { length }) => sum + length, 0) / some.length,
  };
}

const share = ({ values }: Profile, test: (value: string) => boolean): number =>
  values.filter((value) => test(value)).length / values.length;

const dayIn = (value: string) => dayOf(value, "dmy", "UTC") ?? dayOf(value, "mdy", "UTC");
const isEmail = (value: string) => /^[^\s@]+@[^\s@]+$/.test(value);
const isFullName = (value: string) =>
  /^\p{Lu}[\p{L}.'’-]*(?: \p{Lu}[\p{L}.'’-]*){1,3}$/u.test(value);
const hasWords = (value: string) =>
  /\p{L}/u.test(value) && !isEmail(value) && !/^https?:/.test(value);
const isOneOf =
  (...concepts: Concept[]) =>
  (value: string) =>
    concepts.some((concept) => isWordOf(concept, value));
const hasStatus = (value: string) =>
  (["todo", "doing", "closed"] as const).some((concept) => longestWordIn(concept, value) > 0);

const mostly = (test: (value: string) => boolean) => (profile: Profile) =>
  share(profile, test) >= MOST;

/** Tasks are created before they are due. A single date with a time of day is neither. */
function dateRoles(dates: readonly Profile[]): [number, Role][] {
  const firstDay = ({ values }: Profile) =>
    values.map((value) => dayIn(value) ?? "").toSorted()[0] ?? "";
  const sorted = dates.toSorted((a, b) => firstDay(a).localeCompare(firstDay(b)));
  const [first, last] = [sorted[0], sorted.at(-1)];
  if (!first || !last) return [];
  if (first === last)
    return mostly((value) => /\d:\d\d/.test(value))(first) ? [] : [[first.index, "due"]];
  return [
    [first.index, "created"],
    [last.index, "due"],
  ];
}

/** Short words in several rows, alone or several in a cell. */
function hasRepeatedWords({ values }: Profile): boolean {
  const words = values.flatMap(namesIn);
  const distinct = new Set(words).size;
  return (
    distinct > 1 &&
    distinct <= words.length / 2 &&
    words.filter((word) => hasWords(word) && word.length <= LABEL_NAME_MAX).length >=
      words.length * MOST
  );
}

/** How a column must look for a role, in the order in which they are tried. */
const LOOKS: readonly [Role, (profile: Profile) => boolean][] = [
  ["priority", mostly(isOneOf("high", "medium", "low"))],
  ["assignee", mostly(isEmail)],
  ["list", (it) => it.length < 30 && share(it, hasStatus) >= MOST],
  [
    "assignee",
    (it) =>
      it.distinct < MOST && share(it, (value) => isFullName(value) && !hasStatus(value)) >= MOST,
  ],
  [
    "list",
    (it) =>
      it.filled >= MOST &&
      it.length < 30 &&
      it.distinct <= 0.5 &&
      it.distinct * it.values.length <= LISTS_MAX &&
      share(it, hasWords) >= MOST,
  ],
  ["labels", hasRepeatedWords],
];

/** Unique texts: the shortest ones are titles, the longest ones descriptions. */
function textRoles(texts: readonly Profile[]): [number, Role][] {
  const sorted = texts.toSorted((one, other) => one.length - other.length);
  const [title, description] = [sorted[0], sorted.at(-1)];
  return [
    ...(title ? [[title.index, "title"] as [number, Role]] : []),
    ...(description && description.length >= DESCRIPTION_LENGTH
      ? [[description.index, "description"] as [number, Role]]
      : []),
  ];
}

/** Proposes the missing roles for columns whose names say nothing, by their values. */
export function guessedRoles(
  columns: readonly (ReadColumn & { index: number })[],
  missing: readonly Role[],
): Map<number, Role> {
  const found = new Map<number, Role>();
  const left = () => profiles.filter(({ index }) => !found.has(index));
  const isMissing = (role: Role) => missing.includes(role) && ![...found.values()].includes(role);
  const choose = ([index, role]: [number, Role]) => {
    if (isMissing(role) && !found.has(index)) found.set(index, role);
  };
  const profiles = columns.map(profileOf).filter(({ values }) => values.length > 0);
  const dates = left().filter(mostly((value) => dayIn(value) !== null));
  if (isMissing("due")) dateRoles(dates).forEach(choose);
  for (const [role, looksSo] of LOOKS) {
    const first = isMissing(role) && left().find(looksSo);
    if (first) found.set(first.index, role);
  }
  const isText = (it: Profile) =>
    it.distinct >= MOST &&
    it.length >= 8 &&
    share(it, (value) => hasWords(value) && value.includes(" ")) >= MOST;
  textRoles(left().filter(isText)).forEach(choose);
  return found;
}

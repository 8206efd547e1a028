import type { Kysely } from "kysely";
import type { InferType } from "yup";
import {
  COLUMN_ROLES,
  type ColumnRole,
  type ImportMapping,
  type ListTarget,
} from "#contract/imports.ts";
import type { importRunRule } from "#contract/rules/imports.ts";
import type { FieldError } from "#contract/shapes/errors.ts";
import { TASK_STATUSES } from "#contract/task.ts";
import { emailKey } from "#contract/user.ts";
import type { Database } from "#server/db/schema.ts";
import { refused } from "#server/refusals.ts";
import type { Outline } from "./formats/foreignTask.ts";
import type { PlanContext } from "./plan.ts";
import { proposedStatus } from "./proposedStatus.ts";

export const NO_MAPPING: ImportMapping = { columns: {}, lists: {}, people: {}, dates: null };

/** Reads form-encoded pairs. */
const readPairs = (text: string): Record<string, string> =>
  Object.fromEntries(new URLSearchParams(text));

const isTarget = (text: string): text is ListTarget =>
  text === "skip" || TASK_STATUSES.some((status) => status === text);
const isRole = (text: string): text is ColumnRole => COLUMN_ROLES.some((role) => role === text);

/** The active users by id, and the ids by e-mail address. */
interface Accounts {
  ids: ReadonlySet<string>;
  byEmail: ReadonlyMap<string, string>;
}

export async function readAccounts(db: Kysely<Database>): Promise<Accounts> {
  const users = await db
    .selectFrom("users")
    .select(["id", "email_key"])
    .where("is_active", "=", 1)
    .execute();
  return {
    ids: new Set(users.map(({ id }) => id)),
    byEmail: new Map(users.map(({ id, email_key }) => [email_key, id])),
  };
}

/** Reads the mapping in a request. Throws a 400 for targets, roles and users that don't exist. */
export function requestedMapping(
  { columns = "", lists = "", people = "", dates }: InferType<typeof importRunRule>,
  outline: Outline,
  accounts: Accounts,
): ImportMapping {
  const errors: FieldError[] = [];
  const roles = readPairs(columns);
  const targets = readPairs(lists);
  const users = readPairs(people);
  if (!Object.values(roles).every(isRole)) {
    errors.push({ param: "columns", msg: `Columns must be one of ${COLUMN_ROLES.join(", ")}` });
  }
  if (!Object.values(targets).every(isTarget)) {
    errors.push({ param: "lists", msg: `Lists must be one of ${TASK_STATUSES.join(", ")}, skip` });
  }
  if (!Object.values(users).every((id) => id === "" || accounts.ids.has(id))) {
    errors.push({ param: "people", msg: "People must be active users' ids" });
  }
  const mapping: ImportMapping = {
    columns: roles as ImportMapping["columns"],
    lists: targets as ImportMapping["lists"],
    people: Object.fromEntries(Object.entries(users).map(([key, id]) => [key, id || null])),
    dates: dates ?? null,
  };
  const shared = Object.values(roles).find(
    (role, index, all) => takesOneColumn(role) && all.indexOf(role) < index,
  );
  if (shared !== undefined) {
    errors.push({ param: "columns", msg: `Only one column can be the ${shared}` });
  }
  if (errors.length > 0) throw refused(errors);
  if (outline.columns.length > 0 && !withRoles(outline, mapping).columns.some(hasTitle)) {
    throw refused([{ param: "columns", msg: "One column must be the title" }]);
  }
  return mapping;
}

const hasTitle = ({ role }: { role: ColumnRole }) => role === "title";

/** A second column of the same role would overwrite the first one. */
const takesOneColumn = (role: string) => !["keep", "ignore", "labels"].includes(role);

/**
 * The outline with the roles that were chosen for its columns. A column that was proposed for a chosen
 * role is kept in the description.
 */
export function withRoles(outline: Outline, { columns }: ImportMapping): Outline {
  const chosen = new Set<ColumnRole>(Object.values(columns).filter(takesOneColumn));
  const roleOf = (proposed: ColumnRole, index: number): ColumnRole =>
    own(columns, String(index)) ?? (chosen.has(proposed) ? "keep" : proposed);
  return {
    ...outline,
    columns: outline.columns.map((column, index) => ({
      ...column,
      role: roleOf(column.role, index),
    })),
  };
}

const own = <T>(values: Record<string, T>, key: string): T | undefined =>
  Object.hasOwn(values, key) ? values[key] : undefined;

/** The target of each list: as chosen, otherwise proposed by its name. */
export const listTargets = ({ lists }: Outline, mapping: ImportMapping): Map<string, ListTarget> =>
  new Map(
    lists.map(({ key, name, isDone }) => [
      key,
      own(mapping.lists, key) ?? (isDone ? "Done" : proposedStatus(name)),
    ]),
  );

/** The user of each person: as chosen, otherwise by the e-mail address, or nobody. */
export function personUsers(
  { people }: Outline,
  mapping: ImportMapping,
  { ids, byEmail }: Accounts,
): Map<string, string | null> {
  return new Map(
    people.map(({ key, email }) => {
      const chosen = own(mapping.people, key);
      const proposed = email ? (byEmail.get(emailKey(email)) ?? null) : null;
      const user = chosen === undefined ? proposed : chosen;
      return [key, user !== null && ids.has(user) ? user : null];
    }),
  );
}

/** The mapping and the time zone with which the rows of a file are imported. */
export function planContext(
  outline: Outline,
  mapping: ImportMapping,
  accounts: Accounts,
  { timeZone, now }: { timeZone: string; now: Date },
): PlanContext {
  const targets = listTargets(outline, mapping);
  const users = personUsers(outline, mapping, accounts);
  const names = new Map(outline.people.map(({ key, name }) => [key, name]));
  return {
    source: outline.source,
    targetOf: (list) => targets.get(list) ?? proposedStatus(list),
    person: (key) => ({ name: names.get(key) ?? key, userId: users.get(key) ?? null }),
    hasRoomFor: () => true,
    dates: mapping.dates ?? outline.dates ?? "mdy",
    timeZone,
    now,
  };
}

import { isDeepStrictEqual } from "node:util";
import type { Kysely } from "kysely";
import { API_TOKEN_NAME_MAX } from "#contract/apiToken.ts";
import { isCalendarDay } from "#contract/calendar.ts";
import { characterError, isBlank } from "#contract/characters.ts";
import { COMMENT_MAX } from "#contract/comment.ts";
import { DUE_KINDS, ITEM_ID_MAX, JOB_ENDED } from "#contract/inbox.ts";
import { groupKey, LABEL_NAME_MAX, labelKey } from "#contract/label.ts";
import { readViewFilters } from "#contract/rules/view.ts";
import { DESCRIPTION_MAX, TITLE_MAX, TITLE_MIN } from "#contract/task.ts";
import { HISTORY_TEXT_MAX } from "#contract/taskHistory.ts";
import { TEAM_DESCRIPTION_MAX, TEAM_NAME_MAX } from "#contract/team.ts";
import { characterCount, storableText } from "#contract/text.ts";
import { EMAIL_MAX, emailKey, NAME_MAX } from "#contract/user.ts";
import { VIEW_NAME_MAX } from "#contract/view.ts";
import { WEBHOOK_DESCRIPTION_MAX, WEBHOOK_EVENTS, WEBHOOK_URL_MAX } from "#contract/webhook.ts";
import type { Database } from "#server/db/schema.ts";
import { searchText } from "#server/db/text/searchText.ts";
import type { ApiTokenContent } from "#server/sessions/apiTokenReader.ts";
import { checklistRows } from "#server/tasks/checklists.ts";

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const HASH = /^(?:\$argon2id\$v=19\$m=19456,t=2,p=1\$\S{22}\$\S{43})?$/;

/** The longest JSON of a change's fields: every field before and after, each character escaped. */
const FIELDS_MAX = 6 * 2 * (TITLE_MAX + HISTORY_TEXT_MAX + 1_000);

/** Whether a text is stored in its normal form and has an allowed length. */
const isText = (text: string, min: number, max: number) =>
  storableText(text) === text &&
  characterError("Text", text) === undefined &&
  (min === 0 || !isBlank(text)) &&
  characterCount(text) >= min &&
  characterCount(text) <= max;

const isOneOf = (values: readonly unknown[], value: unknown) => values.includes(value);

/** Conditions that every row of a table must fulfil. */
type Invariants<Row> = Partial<Record<keyof Row, (row: Row) => boolean>>;

function violationsOf<Row extends object>(table: string, rows: Row[], invariants: Invariants<Row>) {
  return rows.flatMap((row) =>
    (Object.entries(invariants) as [keyof Row & string, (row: Row) => boolean][])
      .filter(([, holds]) => !holds(row))
      .map(([column]) => `${table}.${column} is ${JSON.stringify(row[column])?.slice(0, 300)}`),
  );
}

/**
 * The rows that violate an invariant. References, roles, states and other values that the database itself
 * checks are left out.
 */
export async function invalidRows(db: Kysely<Database>): Promise<string[]> {
  const users = await db.selectFrom("users").selectAll().execute();
  const sessions = await db.selectFrom("sessions").selectAll().execute();
  const secrets = await db.selectFrom("secrets").selectAll().execute();
  const webhooks = await db.selectFrom("webhooks").selectAll().execute();
  const teams = await db.selectFrom("teams").selectAll().execute();
  const tasks = await db.selectFrom("tasks").selectAll().orderBy("id").execute();
  const checklists = await db
    .selectFrom("task_checklists")
    .select(["task_id", "done", "total"])
    .orderBy("task_id")
    .execute();
  const comments = await db.selectFrom("comments").selectAll().execute();
  const labels = await db.selectFrom("labels").selectAll().execute();
  const shown = await db
    .selectFrom("task_labels")
    .innerJoin("labels", "labels.id", "label_id")
    .innerJoin("labels as root", "root.id", "labels.root_id")
    .select(["task_id", "root.id", "root.name"])
    .distinct()
    .execute();
  const views = await db.selectFrom("views").selectAll().execute();
  const notifications = await db.selectFrom("notifications").selectAll().execute();
  const changes = await db.selectFrom("changes").selectAll().execute();

  const userIds = new Set(users.map(({ id }) => id));
  const hasAdmin = users.some(({ role, is_active }) => role === "admin" && is_active === 1);

  return [
    ...(hasAdmin ? [] : ["there is no active admin"]),
    ...violationsOf("users", users, {
      name: ({ name }) => isText(name, 1, NAME_MAX),
      email: ({ email }) => isText(email, 5, EMAIL_MAX),
      email_key: ({ email_key, email }) => email_key === emailKey(email),
      search_text: ({ search_text, name, email }) => search_text === searchText(name, email),
      password_hash: ({ password_hash }) => HASH.test(password_hash),
      created_at: ({ created_at }) => INSTANT.test(created_at),
    }),
    ...violationsOf("sessions", sessions, {
      generation: ({ generation }) => Number.isSafeInteger(generation) && generation >= 0,
      last_used_at: ({ last_used_at }) => INSTANT.test(last_used_at),
    }),
    ...violationsOf("secrets", secrets, {
      // A secret that works has an owner, if its purpose has one.
      user_id: ({ user_id, ended_at }) =>
        ended_at !== null || user_id === null || userIds.has(user_id),
      hash: ({ hash }) => /^[\w-]{43}$/.test(hash),
      content: ({ purpose, content }) =>
        purpose !== "api_token" ||
        isText((JSON.parse(content) as ApiTokenContent).name, 1, API_TOKEN_NAME_MAX),
      expires_at: ({ expires_at, made_at }) =>
        INSTANT.test(made_at) &&
        (expires_at === null || (INSTANT.test(expires_at) && expires_at > made_at)),
    }),
    ...violationsOf("webhooks", webhooks, {
      url: ({ url }) => url.startsWith("https://") && isText(url, 9, WEBHOOK_URL_MAX),
      description: ({ description }) => isText(description, 0, WEBHOOK_DESCRIPTION_MAX),
      events: ({ events }) => events.split(",").every((event) => isOneOf(WEBHOOK_EVENTS, event)),
    }),
    ...violationsOf("teams", teams, {
      name: ({ name }) => isText(name, 1, TEAM_NAME_MAX),
      description: ({ description }) => isText(description, 0, TEAM_DESCRIPTION_MAX),
    }),
    ...violationsOf("tasks", tasks, {
      title: ({ title }) => isText(title, TITLE_MIN, TITLE_MAX),
      description: ({ description }) => isText(description, 0, DESCRIPTION_MAX),
      due_date: ({ due_date }) => due_date === null || isCalendarDay(due_date),
      version: ({ version }) => Number.isSafeInteger(version) && version >= 1,
      search_text: ({ search_text, title, description }) =>
        search_text === searchText(title, description),
    }),
    ...(isDeepStrictEqual(checklists, checklistRows(tasks))
      ? []
      : ["task_checklists differs from the descriptions"]),
    ...violationsOf("labels", labels, {
      name: ({ name }) => isText(name, 1, LABEL_NAME_MAX),
      name_key: ({ name, name_key }) => name_key === labelKey(name),
      root_id: ({ id, root_id, deleted_at, merged_into }) =>
        deleted_at === null ? root_id === id : merged_into !== null || root_id === null,
    }),
    ...Array.from(
      Map.groupBy(shown, ({ task_id, id, name }) => `${task_id} ${groupKey(name) ?? id}`),
    ).flatMap(([group, rows]) => (rows.length > 1 ? [`several labels of a group: ${group}`] : [])),
    ...violationsOf("views", views, {
      name: ({ name }) => isText(name, 1, VIEW_NAME_MAX),
      query: ({ query }) => "value" in readViewFilters(query),
      owner_id: ({ owner_id, shared }) =>
        owner_id === null ? shared === 1 : users.some(({ id }) => id === owner_id),
    }),
    ...violationsOf("comments", comments, {
      user_name: ({ user_name }) => isText(user_name, 1, NAME_MAX),
      comment: ({ comment }) => isText(comment, 1, COMMENT_MAX),
      edited_at: ({ edited_at }) => edited_at === null || INSTANT.test(edited_at),
    }),
    ...violationsOf("notifications", notifications, {
      id: ({ id }) => id.length <= ITEM_ID_MAX,
      actor_id: ({ actor_id, user_id, kind }) =>
        (actor_id === user_id) === isOneOf([...DUE_KINDS, JOB_ENDED], kind),
      read_at: ({ read_at }) => read_at === null || INSTANT.test(read_at),
    }),
    ...violationsOf("changes", changes, {
      at: ({ at }) => INSTANT.test(at),
      fields: ({ fields }) => fields.length <= FIELDS_MAX,
    }),
  ];
}

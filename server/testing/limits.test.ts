import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import type { AnyObjectSchema } from "yup";
import { API_TOKEN_NAME_MAX } from "#contract/apiToken.ts";
import { COMMENT_MAX } from "#contract/comment.ts";
import { DUE_MAX } from "#contract/due.ts";
import { ID_MAX } from "#contract/id.ts";
import { FILE_NAME_MAX, MAPPING_MAX } from "#contract/imports.ts";
import { ITEM_ID_MAX, READ_IDS_MAX } from "#contract/inbox.ts";
import { INVITATION_LIST_MAX, INVITATION_TEAMS_MAX, LINK_TOKEN_MAX } from "#contract/link.ts";
import { OPEN_TASKS_IDS_MAX } from "#contract/rules/handOver.ts";
import {
  PASSWORD_MAX,
  PASSWORD_MIN,
  REFRESH_TOKEN_MAX,
  TYPED_PASSWORD_MAX,
} from "#contract/session.ts";
import { SIGN_IN_CODE_MAX } from "#contract/signIn.ts";
import {
  ASSIGNEES_MAX,
  DESCRIPTION_MAX,
  SEARCH_MAX,
  TASK_PRIORITIES,
  TASK_STATUSES,
  TITLE_MAX,
  TITLE_MIN,
} from "#contract/task.ts";
import { TEAM_DESCRIPTION_MAX, TEAM_NAME_MAX } from "#contract/team.ts";
import { EMAIL_MAX, NAME_MAX } from "#contract/user.ts";
import { USER_CURSOR_MAX } from "#contract/userList.ts";
import { RUN_IDS_MAX } from "#contract/userRun.ts";
import { WEBHOOK_DESCRIPTION_MAX, WEBHOOK_EVENTS_MAX, WEBHOOK_URL_MAX } from "#contract/webhook.ts";
import { hashPassword } from "#server/accounts/passwords.ts";
import { successOf } from "#server/http/apiRoute.ts";
import type { Schema } from "#server/http/schema.ts";
import { objectSchema } from "#server/openapi/rules.ts";
import {
  type Call,
  startServer,
  type TestResponse,
  type TestServer,
  type TestUser,
} from "./server.ts";

const PASSWORD = "a long password";

let server: TestServer;
let admin: TestUser;
let taskId: string;

beforeAll(async () => {
  server = await startServer({ config: { emailChange: "password" } });
  const password_hash = await hashPassword(PASSWORD);
  admin = await server.as("admin", { password_hash });
  const made = await admin.call("POST", "/api/tasks", { title: "Task", priority: "Low" });
  taskId = (made.body as { task: { id: string } }).task.id;
});
afterAll(() => server.close());

interface Limit {
  route: string;
  field: string;
  min?: number;
  max: number;
  /** The other required fields of the body. */
  rest?: object;
  /** The body, if the field belongs to the query. */
  file?: string;
  /** The allowed statuses for a text of valid length, if it is refused for another reason. */
  answers?: number[];
  /** Returns a valid text of this length, made by repeating the character. */
  text?: (character: string, length: number) => string;
}

const times = (character: string, length: number) => character.repeat(length);
const mailTo = (domain: string) => (character: string, length: number) =>
  character.repeat(length - domain.length) + domain;

const task = { title: "Task", priority: "Low" };
const profile = { name: "Ada", email: "ada@example.com" };
const registration = { email: "eve@example.com", password: PASSWORD, role: "member" };
const change = { currentPassword: PASSWORD, newPassword: "another password" };

/** The length limits of every text field that a client can send. */
const LIMITS: Limit[] = [
  ...["POST /api/tasks", "PUT /api/tasks/:id", "PATCH /api/tasks/:id"].flatMap((route): Limit[] => [
    { route, field: "title", min: TITLE_MIN, max: TITLE_MAX, rest: task },
    { route, field: "description", max: DESCRIPTION_MAX, rest: task },
    { route, field: "assignee_id", max: ID_MAX, rest: task, answers: [400] },
    { route, field: "team_id", max: ID_MAX, rest: task, answers: [400] },
  ]),
  { route: "POST /api/tasks/:id/comments", field: "comment", min: 1, max: COMMENT_MAX },
  {
    route: "PATCH /api/tasks/:id/comments/:commentId",
    field: "comment",
    min: 1,
    max: COMMENT_MAX,
    answers: [404],
  },
  { route: "GET /api/tasks/:id/history", field: "before", max: ID_MAX, answers: [400] },
  {
    route: "POST /api/tokens",
    field: "name",
    min: 1,
    max: API_TOKEN_NAME_MAX,
    rest: { scope: "read", days: 7 },
  },
  { route: "POST /api/teams", field: "name", min: 1, max: TEAM_NAME_MAX },
  {
    route: "POST /api/teams",
    field: "description",
    max: TEAM_DESCRIPTION_MAX,
    rest: { name: "Team" },
  },
  { route: "POST /api/teams/:id/members", field: "userId", min: 1, max: ID_MAX, answers: [404] },
  { route: "PUT /api/profile", field: "name", min: 1, max: NAME_MAX, rest: profile },
  {
    route: "PUT /api/profile",
    field: "email",
    max: EMAIL_MAX,
    rest: profile,
    text: mailTo("@example.com"),
  },
  {
    route: "POST /api/auth/register",
    field: "email",
    max: EMAIL_MAX,
    rest: registration,
    text: mailTo("@example.org"),
  },
  {
    route: "POST /api/auth/register",
    field: "password",
    min: PASSWORD_MIN,
    max: PASSWORD_MAX,
    rest: registration,
    // The second registration with this e-mail address gets a 409.
    answers: [201, 409],
  },
  {
    route: "POST /api/auth/login",
    field: "email",
    max: EMAIL_MAX,
    rest: { password: "wrong" },
    answers: [401],
    text: mailTo("@example.org"),
  },
  {
    route: "POST /api/auth/login",
    field: "password",
    min: 1,
    max: TYPED_PASSWORD_MAX,
    rest: profile,
    answers: [401],
  },
  {
    route: "PUT /api/profile",
    field: "currentPassword",
    min: 1,
    max: TYPED_PASSWORD_MAX,
    rest: { ...profile, email: "another@example.com" },
    answers: [400],
  },
  {
    route: "PUT /api/profile/password",
    field: "currentPassword",
    min: 1,
    max: TYPED_PASSWORD_MAX,
    rest: change,
    answers: [400],
  },
  {
    route: "PUT /api/profile/password",
    field: "newPassword",
    min: PASSWORD_MIN,
    max: PASSWORD_MAX,
    rest: { currentPassword: "wrong" },
    answers: [400],
  },
  {
    route: "POST /api/auth/refresh",
    field: "refreshToken",
    max: REFRESH_TOKEN_MAX,
    answers: [401],
  },
  {
    route: "POST /api/auth/oidc/exchange",
    field: "code",
    max: SIGN_IN_CODE_MAX,
    answers: [400],
  },
  {
    route: "POST /api/auth/oidc/link",
    field: "code",
    max: SIGN_IN_CODE_MAX,
    rest: { password: "a password" },
    answers: [400],
  },
  {
    route: "POST /api/auth/oidc/link",
    field: "password",
    max: TYPED_PASSWORD_MAX,
    rest: { code: "invented" },
    answers: [400],
  },
  { route: "POST /api/auth/logout", field: "refreshToken", max: REFRESH_TOKEN_MAX, answers: [204] },
  { route: "GET /api/tasks/search", field: "search", max: SEARCH_MAX },
  { route: "GET /api/tasks/export.csv", field: "search", max: SEARCH_MAX },
  { route: "GET /api/tasks/search", field: "team", max: ID_MAX },
  { route: "GET /api/tasks/export.csv", field: "team", max: ID_MAX },
  { route: "GET /api/kanban/changes", field: "since", max: ID_MAX },
  { route: "GET /api/tasks/:id/comments", field: "before", max: ID_MAX, answers: [400] },
  { route: "GET /api/users", field: "search", max: SEARCH_MAX },
  { route: "GET /api/users", field: "team", max: ID_MAX },
  { route: "GET /api/users/open-tasks", field: "ids", max: OPEN_TASKS_IDS_MAX, answers: [400] },
  { route: "POST /api/users/:id/hand-over", field: "to", max: ID_MAX, answers: [404] },
  {
    route: "POST /api/invitations",
    field: "list",
    min: 1,
    max: INVITATION_LIST_MAX,
  },
  ...["open", "accept", "reset"].map(
    (page): Limit => ({
      route: `POST /api/links/${page}`,
      field: "token",
      min: 1,
      max: LINK_TOKEN_MAX,
      rest: { name: "Eve", password: PASSWORD },
      answers: [404],
    }),
  ),
  {
    route: "POST /api/links/accept",
    field: "name",
    min: 1,
    max: NAME_MAX,
    rest: { token: "unknown", password: PASSWORD },
    answers: [404],
  },
  ...["accept", "reset"].map(
    (page): Limit => ({
      route: `POST /api/links/${page}`,
      field: "password",
      min: PASSWORD_MIN,
      max: PASSWORD_MAX,
      rest: { token: "unknown", name: "Eve" },
      answers: [404],
    }),
  ),
  {
    route: "POST /api/auth/forgot-password",
    field: "email",
    max: EMAIL_MAX,
    text: mailTo("@example.org"),
  },
  { route: "GET /api/audit", field: "actor", max: ID_MAX },
  { route: "GET /api/audit", field: "subject", max: ID_MAX },
  ...["POST /api/webhooks", "PATCH /api/webhooks/:id"].flatMap((route): Limit[] => [
    {
      route,
      field: "url",
      max: WEBHOOK_URL_MAX,
      rest: { events: "task.created" },
      answers: [201, 404, 409],
      text: (character, length) => `https://example.com/${character.repeat(length - 20)}`,
    },
    {
      route,
      field: "description",
      max: WEBHOOK_DESCRIPTION_MAX,
      rest: { url: "https://example.com", events: "task.created" },
      answers: [201, 404, 409],
    },
  ]),
  { route: "POST /api/imports", field: "name", max: FILE_NAME_MAX, file: "Title\nA task" },
];

/**
 * Fields with a special format, which also refuse a text of the maximum length in another format.
 */
const FORMATS: Limit[] = [
  { route: "GET /api/tasks/search", field: "assignee", max: ASSIGNEES_MAX * (ID_MAX + 1) },
  { route: "GET /api/tasks/export.csv", field: "assignee", max: ASSIGNEES_MAX * (ID_MAX + 1) },
  { route: "GET /api/tasks/search", field: "due", max: DUE_MAX },
  { route: "GET /api/users", field: "after", max: USER_CURSOR_MAX },
  { route: "GET /api/users", field: "registered", max: 10 },
  { route: "GET /api/tasks/export.csv", field: "due", max: DUE_MAX },
  { route: "GET /api/tasks/search", field: "priority", max: TASK_PRIORITIES.join().length },
  { route: "GET /api/tasks/export.csv", field: "priority", max: TASK_PRIORITIES.join().length },
  { route: "GET /api/tasks/search", field: "status", max: TASK_STATUSES.join().length },
  { route: "GET /api/tasks/export.csv", field: "status", max: TASK_STATUSES.join().length },
  {
    route: "POST /api/invitations",
    field: "teams",
    max: INVITATION_TEAMS_MAX * (ID_MAX + 1),
    rest: { list: "eve@example.org" },
  },
  { route: "POST /api/inbox/read", field: "ids", max: READ_IDS_MAX * (ITEM_ID_MAX + 1) },
  ...["columns", "lists", "people"].map((field) => ({
    route: "POST /api/imports/:id/run",
    field,
    max: MAPPING_MAX,
    rest: { dry: true },
  })),
  {
    route: "GET /api/inbox",
    field: "before",
    max: `${new Date(0).toISOString()},`.length + ITEM_ID_MAX,
  },
  ...["", "/check"].flatMap((path): Limit[] => {
    const route = `POST /api/user-runs${path}`;
    const rest = { action: "delete", user_ids: "none" };
    const team = { action: "add_to_team", user_ids: "none" };
    return [
      { route, field: "user_ids", min: 1, max: RUN_IDS_MAX, rest, answers: [400] },
      { route, field: "team", min: 1, max: ID_MAX, rest: team, answers: [400] },
      { route, field: "hand_over_to", max: ID_MAX, rest, answers: [400] },
    ];
  }),
  ...["POST /api/webhooks", "PATCH /api/webhooks/:id"].map((route) => ({
    route,
    field: "events",
    max: WEBHOOK_EVENTS_MAX,
    rest: { url: "https://example.com" },
  })),
  { route: "POST /api/inbox/read", field: "until", max: new Date(0).toISOString().length },
];

async function send({ route, field, rest, file }: Limit, text: string): Promise<TestResponse> {
  const [method, pattern] = route.split(" ") as [Parameters<Call>[0], string];
  const url = pattern.replace("tasks/:id", `tasks/${taskId}`).replace(/:\w+/, "none");
  if (method !== "GET" && !file) return await admin.call(method, url, { ...rest, [field]: text });
  return await admin.call(method, `${url}?${field}=${encodeURIComponent(text)}`, file);
}

/** The error message about the field's length, if there is one. */
function complaint({ field }: Limit, { body }: TestResponse): string | undefined {
  const { errors = [] } = Object(body) as { errors?: { param: string; msg: string }[] };
  const { msg } = errors.find(({ param }) => param === field) ?? {};
  return msg && /characters|'s id$|a team or a task$/.test(msg) ? msg : undefined;
}

const fields = (rule: AnyObjectSchema | undefined) =>
  rule ? Object.entries(objectSchema(rule)["properties"] as Record<string, Schema>) : [];

test("every text field has a length limit or an enum, and is tested below", () => {
  const routes = server.app.apiRoutes.filter(({ method }) => method !== "HEAD");
  const texts = routes.flatMap(({ method, url, body, query }) =>
    [...fields(body), ...fields(query)]
      .filter(([, { type }]) => [type].flat().includes("string"))
      .filter(([, schema]) => !("enum" in schema) && schema["format"] !== "date")
      .map(([field, { maxLength }]) => `${method} ${url} ${field} ${String(maxLength)}`),
  );
  expect(texts.sort()).toEqual(
    [...LIMITS, ...FORMATS].map(({ route, field, max }) => `${route} ${field} ${max}`).sort(),
  );
});

function success(route: string): number | undefined {
  const found = server.app.apiRoutes.find(({ method, url }) => `${method} ${url}` === route);
  return found && successOf(found);
}

const named = (limit: Limit) => [`${limit.route} ${limit.field}`, limit] as const;

describe("accepts texts of the maximum length, in every Unicode form", () => {
  test.each(LIMITS.map(named))("%s", async (_what, limit) => {
    const { route, max, text = times, answers = [success(route)] } = limit;
    for (const character of ["x", "é", "漢", "😀"]) {
      const answer = await send(limit, text(character, max));
      expect([character, complaint(limit, answer)]).toEqual([character, undefined]);
      expect(answers).toContain(answer.status);
    }
  });
});

describe("refuses one character more", () => {
  test.each(LIMITS.map(named))("%s", async (_what, limit) => {
    for (const character of ["x", "😀"]) {
      const answer = await send(limit, (limit.text ?? times)(character, limit.max + 1));
      expect([character, answer.status]).toEqual([character, 400]);
      expect(complaint(limit, answer)).toMatch(
        limit.max === ID_MAX
          ? /must be (an? .*'s id|the id of a user, a team or a task)$/
          : new RegExp(`at most ${limit.max} characters`),
      );
    }
  });
});

describe("refuses a text that is longer than its format", () => {
  test.each(FORMATS.map(named))("%s", async (_what, limit) => {
    const answer = await send(limit, "x".repeat(limit.max + 1));
    expect(answer).toMatchObject({ status: 400, body: { errors: [{ param: limit.field }] } });
  });
});

describe("refuses one character less than the minimum", () => {
  const few = LIMITS.filter(({ min = 0 }) => min > 0);
  test.each(few.map(named))("%s", async (_what, limit) => {
    const { min = 0, field } = limit;
    for (const character of ["x", "😀"]) {
      const answer = await send(limit, character.repeat(min - 1));
      expect(answer).toMatchObject({ status: 400, body: { errors: [{ param: field }] } });
      expect(complaint(limit, await send(limit, character.repeat(min)))).toBeUndefined();
    }
  });
});

import { once } from "node:events";
import { type AddressInfo, connect, type Socket } from "node:net";
import { text } from "node:stream/consumers";
import { beforeAll, describe, expect, test } from "@jest/globals";
import type { Kysely } from "kysely";
import { CUT_HEADER } from "#contract/bounds.ts";
import { COMMENT_MAX } from "#contract/comment.ts";
import type { CommentsResponse } from "#contract/shapes/comment.ts";
import { DESCRIPTION_MAX, TASK_STATUSES } from "#contract/task.ts";
import { TEAM_DESCRIPTION_MAX } from "#contract/team.ts";
import { EMAIL_MAX, NAME_MAX } from "#contract/user.ts";
import type { Database } from "#server/db/schema.ts";
import { insertRows } from "#server/testing/rows.ts";
import { type TestUser } from "#server/testing/server.ts";
import { fileServer } from "#server/testing/sharedServer.ts";
import { RESPONSE_MAX_BYTES } from "./bounds.ts";
import { USER_REQUESTS_MAX, USER_WAITING_MAX } from "./concurrencyLimit.ts";

/* Regression tests for attacks that took down an earlier version. */

/** Takes six bytes in JSON. Older versions accepted such characters. */
const LONGEST_IN_JSON = "\u0001";
const AT = "2026-03-15T12:00:00.000Z";
const TASKS = 1_600;
const COMMENTS = 200;
const USERS = 3_500;
const TEAMS = 1_200;

/** The numbers from 0 up to a count. */
const numbers = (count: number) => Array.from({ length: count }, (_none, at) => at);

/** Fills each table with the longest allowed texts, and with more rows than fit into a response. */
async function fillWithLongTexts(db: Kysely<Database>): Promise<void> {
  const task = (at: number) => ({
    id: `task-${at}`,
    title: `Task ${at}`,
    description: LONGEST_IN_JSON.repeat(DESCRIPTION_MAX),
    status: TASK_STATUSES[at % 3] ?? "Todo",
    priority: "Low" as const,
    due_date: "2020-01-01",
    created_at: AT,
    updated_at: AT,
    status_changed_at: AT,
    search_text: "",
  });
  await insertRows(db, "tasks", numbers(TASKS).map(task));
  const comment = (at: number) => ({
    id: `comment-${at}`,
    task_id: "task-0",
    user_name: "",
    comment: LONGEST_IN_JSON.repeat(COMMENT_MAX),
    // Several comments have the same instant.
    created_at: new Date(Date.parse(AT) + 1_000 * Math.floor(at / 7)).toISOString(),
  });
  await insertRows(db, "comments", numbers(COMMENTS).map(comment));
  const user = (at: number) => ({
    id: `user-${at}`,
    name: LONGEST_IN_JSON.repeat(NAME_MAX),
    email: `${at}@${LONGEST_IN_JSON.repeat(EMAIL_MAX - 9)}.org`,
    email_key: `${at}`,
    role: "member" as const,
    is_active: 1 as const,
    password_hash: "",
    created_at: AT,
  });
  await insertRows(db, "users", numbers(USERS).map(user));
  const team = (at: number) => ({
    id: `team-${at}`,
    name: `Team ${at}`,
    description: LONGEST_IN_JSON.repeat(TEAM_DESCRIPTION_MAX),
    created_at: AT,
  });
  await insertRows(db, "teams", numbers(TEAMS).map(team));
  const member = (at: number) => ({ team_id: "team-0", user_id: `user-${at}`, added_at: AT });
  await insertRows(db, "team_members", numbers(USERS).map(member));
}

const headersOf = ({ accessToken }: TestUser) => ({ authorization: `Bearer ${accessToken}` });

const full = fileServer();
let admin: TestUser;

async function get(url: string) {
  return await full.app.inject({ url, headers: headersOf(admin) });
}

beforeAll(async () => {
  admin = await full.as("admin");
  await fillWithLongTexts(full.db);
  await full.app.listen({ port: 0, host: "127.0.0.1" });
});

describe("responses are limited in bytes, and name the parts that they leave out", () => {
  const CUT: Readonly<Record<string, string>> = {
    "/api/kanban/board": "descriptions",
    "/api/tasks/overdue": "tasks, descriptions",
    "/api/tasks/search?limit=100": "descriptions",
    "/api/tasks/task-0/comments": "comments",
    "/api/users": "users",
    "/api/teams": "teams",
    "/api/teams/team-0": "members",
  };

  test.each(Object.entries(CUT))("%s leaves out: %s", async (url, cut) => {
    const { statusCode, headers, rawPayload } = await get(url);
    expect([statusCode, headers[CUT_HEADER]]).toEqual([200, cut]);
    expect(rawPayload.length).toBeLessThanOrEqual(RESPONSE_MAX_BYTES);
    // The server must not cut much more than necessary.
    expect(rawPayload.length).toBeGreaterThan(1024 * 1024);
  });

  const STREAMED = new Set([
    "/api/events",
    "/api/export",
    "/api/profile/export",
    "/api/tasks/export.csv",
    "/api/imports/:id/report",
    "/api/files",
  ]);

  test("every other response is within the limit without a cut", async () => {
    const ids = { tasks: "task-0", users: "user-0", teams: "team-0" };
    const urls = full.app.apiRoutes
      .filter(({ method, url }) => method === "GET" && !STREAMED.has(url))
      .map(({ url }) =>
        url.replace(/(tasks|users|teams)\/:id/, (_, of: keyof typeof ids) => `${of}/${ids[of]}`),
      )
      .filter((url) => !Object.keys(CUT).some((cut) => cut.split("?")[0] === url))
      // The test data has no imports, calendars, providers or unfinished uploads, so their routes are left
      // out.
      .filter((url) => !url.includes(":") && !url.endsWith("/uploads"));
    expect(urls).toContain("/api/tasks/task-0");
    for (const url of urls) {
      const { statusCode, headers, rawPayload } = await get(url);
      expect([url, statusCode, headers[CUT_HEADER]]).toEqual([url, 200, undefined]);
      expect(rawPayload.length).toBeLessThanOrEqual(RESPONSE_MAX_BYTES);
    }
  });

  test("a list keeps the beginning of each description, as much as a card shows", async () => {
    const { tasks } = (await get("/api/tasks/search?limit=100")).json<{
      tasks: { description: string }[];
    }>();
    const lengths = tasks.map(({ description }) => description.length);
    expect([lengths[0], lengths.at(-1)]).toEqual([DESCRIPTION_MAX, 101]);
  });

  test("paging returns every comment once", async () => {
    const seen: string[] = [];
    for (let before = ""; ; before = seen.at(-1) ?? "") {
      const page = (
        await get(`/api/tasks/task-0/comments?before=${before}`)
      ).json<CommentsResponse>();
      seen.push(...page.comments.map(({ id }) => id));
      expect(page.total).toBe(COMMENTS);
      if (!page.hasOlder) break;
    }
    expect(seen).toHaveLength(COMMENTS);
    expect(new Set(seen).size).toBe(COMMENTS);
  });
});

describe("clients that don't read responses hold little memory, and only for a short time", () => {
  /** Opens a connection; `served` is the server's end of it. */
  async function open(): Promise<{ client: Socket; served: Socket }> {
    const served = once(full.app.server, "connection");
    const client = connect((full.app.server.address() as AddressInfo).port, "127.0.0.1");
    client.pause().on("error", () => undefined);
    return { client, served: ((await served) as [Socket])[0] };
  }

  const request = (connection = "keep-alive", url = "/api/tasks/search?limit=100") =>
    [
      `GET ${url} HTTP/1.1`,
      "host: 127.0.0.1",
      `authorization: Bearer ${admin.accessToken}`,
      `connection: ${connection}`,
      "\r\n",
    ].join("\r\n");

  /** Resolves when a socket has closed, also after an error. */
  const closeOf = (socket: Socket) =>
    new Promise<void>((resolve) => void socket.once("close", () => resolve()));

  /** Opens a connection with a request that is under way until the connection is closed. */
  async function stall() {
    const { client, served } = await open();
    const head = request().replace("GET /api/tasks/search?limit=100", "POST /api/tasks").trimEnd();
    client.write(`${head}\r\ncontent-type: application/json\r\ncontent-length: 9\r\n\r\n{`);
    await once(full.app.server, "request");
    return async () => {
      const closed = closeOf(served);
      client.destroy();
      await closed;
    };
  }

  /** Checks that the user has no request under way: all but one of the places can be taken. */
  async function expectFreePlaces(): Promise<void> {
    const ends = [];
    for (const _place of numbers(USER_REQUESTS_MAX - 1)) ends.push(await stall());
    expect(await get("/api/auth/me")).toMatchObject({ statusCode: 200 });
    await Promise.all(ends.map((end) => end()));
  }

  test("a user's requests beyond the limit wait, and too many are refused", async () => {
    const ends = [];
    for (const _place of numbers(USER_REQUESTS_MAX)) ends.push(await stall());
    const { promise: refused, resolve: refuse } = Promise.withResolvers<unknown>();
    const sent = numbers(USER_WAITING_MAX + 10).map(async () => {
      const { statusCode, headers } = await get("/api/auth/me");
      if (statusCode === 429) refuse(headers["retry-after"]);
      return statusCode;
    });
    expect(await refused).toBe("1");
    await Promise.all(ends.map((end) => end()));
    const statuses = await Promise.all(sent);
    expect(new Set(statuses)).toEqual(new Set([200, 429]));
    const served = statuses.filter((status) => status === 200);
    expect(served.length).toBeGreaterThanOrEqual(USER_WAITING_MAX);
  });

  test("requests beyond the limit wait also within one connection", async () => {
    const { client } = await open();
    const sent = 2 * USER_REQUESTS_MAX;
    const me = (connection: string) => request(connection, "/api/auth/me");
    client.write(me("keep-alive").repeat(sent - 1) + me("close"));
    const statuses = (await text(client)).match(/HTTP\/1\.1 \d+/g);
    expect(statuses).toEqual(Array(sent).fill("HTTP/1.1 200"));
  });

  test("closing a connection frees all its requests, including queued ones", async () => {
    const { client, served } = await open();
    const closed = closeOf(served);
    client.write(request().repeat(2 * USER_REQUESTS_MAX));
    // The first request is running, and the others wait for it.
    await once(full.app.server, "request");
    client.destroy();
    await closed;
    await expectFreePlaces();
  });

  test("event streams and other users' requests don't count", async () => {
    const member = await full.as("member");
    const streams = numbers(3).map(() =>
      full.app.inject({ url: "/api/events", headers: headersOf(member), payloadAsStream: true }),
    );
    const open = await Promise.all(streams);
    const own = numbers(USER_REQUESTS_MAX).map(() => member.call("GET", "/api/auth/me"));
    const others = numbers(USER_REQUESTS_MAX).map(() =>
      get("/api/auth/me").then(({ statusCode }) => ({ status: statusCode })),
    );
    const statuses = (await Promise.all([...own, ...others])).map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set([200]));
    for (const { raw } of open) raw.res.destroy();
  });
});

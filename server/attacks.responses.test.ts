import { once } from "node:events";
import { type AddressInfo, connect, type Socket } from "node:net";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import type { BoardResponse } from "#contract/board.ts";
import { CUT_HEADER } from "#contract/bounds.ts";
import { COMMENT_MAX, type CommentsResponse } from "#contract/comment.ts";
import { DESCRIPTION_MAX, TASK_STATUSES, type TaskSummary } from "#contract/task.ts";
import { TEAM_DESCRIPTION_MAX } from "#contract/team.ts";
import { EMAIL_MAX, NAME_MAX } from "#contract/user.ts";
import { RESPONSE_BYTES } from "./http/bounds.ts";
import { REQUESTS_OF_USER } from "./http/requestLimit.ts";
import { startServer, type TestServer, type TestUser } from "./testing/server.ts";

/* Attacks 5 and 6 of those in attacks.test.ts; these share one server, full of long texts. */

/** Takes six bytes as JSON. Texts from before such characters were refused may have it. */
const COSTLY = "\u0001";
const AT = "2026-03-15T12:00:00.000Z";
const TASKS = 2_000;
const COMMENTS = 600;
const USERS = 4_000;
const TEAMS = 1_500;

let server: TestServer;
let admin: TestUser;

const numbers = (count: number) => Array.from({ length: count }, (_none, at) => at);

/** Inserts many rows, as many at once as a statement may have values. */
async function insertMany(
  table: "tasks" | "comments" | "users" | "teams" | "team_members",
  rows: readonly object[],
): Promise<void> {
  for (let from = 0; from < rows.length; from += 500) {
    await server.db
      .insertInto(table)
      .values(rows.slice(from, from + 500))
      .execute();
  }
}

/** As much as each table may hold in texts, and then some. */
async function fillWithLongTexts(): Promise<void> {
  const task = (at: number) => ({
    id: `task-${at}`,
    title: `Task ${at}`,
    description: COSTLY.repeat(DESCRIPTION_MAX),
    status: TASK_STATUSES[at % 3],
    priority: "Low",
    due_date: "2020-01-01",
    created_at: AT,
    updated_at: AT,
    status_changed_at: AT,
    search_text: "",
  });
  await insertMany("tasks", numbers(TASKS).map(task));
  const comment = (at: number) => ({
    id: `comment-${at}`,
    task_id: "task-0",
    user_name: "",
    comment: COSTLY.repeat(COMMENT_MAX),
    // Some of them at the same instant.
    created_at: new Date(Date.parse(AT) + 1_000 * Math.floor(at / 7)).toISOString(),
  });
  await insertMany("comments", numbers(COMMENTS).map(comment));
  const user = (at: number) => ({
    id: `user-${at}`,
    name: COSTLY.repeat(NAME_MAX),
    email: `${at}@${COSTLY.repeat(EMAIL_MAX - 9)}.org`,
    email_key: `${at}`,
    role: "member",
    is_active: 1,
    password_hash: "",
    created_at: AT,
  });
  await insertMany("users", numbers(USERS).map(user));
  const team = (at: number) => ({
    id: `team-${at}`,
    name: `Team ${at}`,
    description: COSTLY.repeat(TEAM_DESCRIPTION_MAX),
    created_at: AT,
  });
  await insertMany("teams", numbers(TEAMS).map(team));
  const member = (at: number) => ({ team_id: "team-0", user_id: `user-${at}`, added_at: AT });
  await insertMany("team_members", numbers(USERS).map(member));
}

const headersOf = ({ accessToken }: TestUser) => ({ authorization: `Bearer ${accessToken}` });

async function get(url: string) {
  return await server.app.inject({ url, headers: headersOf(admin) });
}

beforeAll(async () => {
  server = await startServer();
  admin = await server.as("admin");
  await fillWithLongTexts();
  await server.app.listen({ port: 0, host: "127.0.0.1" });
});
afterAll(async () => await server.close());

describe("5. Responses are bounded in bytes, and say what they leave out", () => {
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
    expect(rawPayload.length).toBeLessThanOrEqual(RESPONSE_BYTES);
    // A cut that leaves nearly nothing would be none to be proud of.
    expect(rawPayload.length).toBeGreaterThan(1024 * 1024);
  });

  test("every other response is within the limit as it is", async () => {
    const ids = { tasks: "task-0", users: "user-0", teams: "team-0" };
    const urls = server.app.apiRoutes
      .filter(({ method, url }) => method === "GET" && url !== "/api/events")
      .map(({ url }) => url.replace(/(\w+)\/:id/, (_, of: keyof typeof ids) => `${of}/${ids[of]}`))
      .filter((url) => !Object.keys(CUT).some((cut) => cut.split("?")[0] === url));
    expect(urls).toContain("/api/tasks/task-0");
    for (const url of urls) {
      const { statusCode, headers, rawPayload } = await get(url);
      expect([url, statusCode, headers[CUT_HEADER]]).toEqual([url, 200, undefined]);
      expect(rawPayload.length).toBeLessThanOrEqual(RESPONSE_BYTES);
    }
  });

  test("the board as the app asks for it has every task, and no descriptions", async () => {
    const { headers, rawPayload } = await get("/api/kanban/board?descriptions=none");
    const { board } = JSON.parse(rawPayload.toString()) as BoardResponse<TaskSummary>;
    expect(TASK_STATUSES.flatMap((status) => board[status])).toHaveLength(TASKS);
    expect(headers[CUT_HEADER]).toBeUndefined();
    expect(rawPayload.includes("description")).toBe(false);
  });

  test("a list still has the beginning of each description, as much as a card shows", async () => {
    const { tasks } = (await get("/api/tasks/search?limit=100")).json<{
      tasks: { description: string }[];
    }>();
    const lengths = tasks.map(({ description }) => description.length);
    expect([lengths[0], lengths.at(-1)]).toEqual([DESCRIPTION_MAX, 101]);
  });

  test("all comments are there, each once, page by page", async () => {
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

describe("6. Clients that don't read hold little memory, and not for long", () => {
  /** Opens a connection, and the server's end of it. */
  async function open(): Promise<{ client: Socket; served: Socket }> {
    const served = once(server.app.server, "connection");
    const client = connect((server.app.server.address() as AddressInfo).port, "127.0.0.1");
    client.pause().on("error", () => undefined);
    return { client, served: ((await served) as [Socket])[0] };
  }

  const request = (connection = "keep-alive") =>
    [
      "GET /api/tasks/search?limit=100 HTTP/1.1",
      "host: 127.0.0.1",
      `authorization: Bearer ${admin.accessToken}`,
      `connection: ${connection}`,
      "\r\n",
    ].join("\r\n");

  /** Asks for as much at once as is allowed, until nothing of what was before is under way. */
  async function allAnswered(): Promise<void> {
    let statuses: number[];
    do {
      const all = await Promise.all(numbers(REQUESTS_OF_USER).map(() => get("/api/auth/me")));
      statuses = all.map(({ statusCode }) => statusCode);
    } while (statuses.includes(429));
    expect(new Set(statuses)).toEqual(new Set([200]));
  }

  test("of a user's requests only so many are under way, also in one connection", async () => {
    const { client } = await open();
    const sent = 2 * REQUESTS_OF_USER;
    client.write(request().repeat(sent - 1) + request("close"));
    const answers = await text(client);
    const statuses = answers.match(/HTTP\/1\.1 \d+/g) ?? [];
    const refused = statuses.filter((status) => status.endsWith("429"));
    const done = statuses.filter((status) => status.endsWith("200"));
    expect(done.length + refused.length).toBe(sent);
    expect(refused.length).toBeGreaterThan(0);
    expect(refused.length).toBeLessThanOrEqual(sent - REQUESTS_OF_USER);
    expect(answers).toContain("retry-after: 1\r\n");
  });

  test("a connection that ends gives back all its requests, those that wait for others, too", async () => {
    for (let round = 0; round < 3; round += 1) {
      const { client, served } = await open();
      const closed = new Promise((resolve) => void served.once("close", resolve));
      client.write(request().repeat(REQUESTS_OF_USER));
      // The first response is on its way, the others wait for it.
      await once(server.app.server, "request");
      client.destroy();
      await closed;
    }
    await allAnswered();
  });

  test("so does one that ends in the middle of a body", async () => {
    for (const _one of numbers(REQUESTS_OF_USER)) {
      const { client, served } = await open();
      const closed = new Promise((resolve) => void served.once("close", resolve));
      const head = request()
        .replace("GET /api/tasks/search?limit=100", "POST /api/tasks")
        .trimEnd();
      client.write(`${head}\r\ncontent-type: application/json\r\ncontent-length: 9\r\n\r\n{`);
      await once(server.app.server, "request");
      client.destroy();
      await closed;
    }
    await allAnswered();
  });

  test("streams of events don't count, nor do others' requests", async () => {
    const member = await server.as("member");
    const streams = numbers(3).map(() =>
      server.app.inject({ url: "/api/events", headers: headersOf(member), payloadAsStream: true }),
    );
    const open = await Promise.all(streams);
    const all = numbers(REQUESTS_OF_USER).map(() => member.call("GET", "/api/auth/me"));
    const others = numbers(REQUESTS_OF_USER).map(() =>
      get("/api/auth/me").then(({ statusCode }) => ({ status: statusCode })),
    );
    const statuses = (await Promise.all([...all, ...others])).map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set([200]));
    for (const { raw } of open) raw.res.destroy();
  });
});

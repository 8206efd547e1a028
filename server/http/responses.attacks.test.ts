import { once } from "node:events";
import { type AddressInfo, connect, type Socket } from "node:net";
import { text } from "node:stream/consumers";
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  jest,
  test,
} from "@jest/globals";
import type { FastifyInstance } from "fastify";
import type { KyselyPlugin } from "kysely";
import type { BoardResponse } from "#contract/board.ts";
import { CUT_HEADER } from "#contract/bounds.ts";
import type { CommentsResponse } from "#contract/comment.ts";
import type { RefreshResponse } from "#contract/session.ts";
import { DESCRIPTION_MAX, SEARCH_MAX, TASK_STATUSES, type TaskSummary } from "#contract/task.ts";
import { tooLong } from "#contract/text.ts";
import { hashPassword, passwordQueue } from "#server/accounts/passwords.ts";
import { buildApp } from "#server/app.ts";
import { REFRESHES_PER_MINUTE } from "#server/auth/sessionRoutes.ts";
import { RESPONSE_MAX_BYTES } from "#server/http/bounds.ts";
import { USER_REQUESTS_MAX } from "#server/http/concurrencyLimit.ts";
import { SUPERSEDED_MAX } from "#server/sessions/sessions.ts";
import { COMMENTS, fillWithLongTexts, numbers, TASKS } from "#server/testing/longTexts.ts";
import { type Call, startServer, type TestServer, type TestUser } from "#server/testing/server.ts";

/*
 * Regression tests for attacks that took down an earlier version.
 * server/testing/growth.sqlite.test.ts searches for other inputs with superlinear running time.
 */

const PASSWORD = "correct horse";

let server: TestServer;
/** The same server, without the delays that slow down responses to attackers. */
let app: FastifyInstance;

beforeEach(async () => {
  server = await startServer({ config: { loginRateLimit: 30 } });
  app = await buildApp({ ...server.deps, hold: async () => undefined });
});
afterEach(async () => {
  await app.close();
  await server.close();
});

const MINUTE_MS = 60_000;

const headersOf = ({ accessToken }: TestUser) => ({ authorization: `Bearer ${accessToken}` });

/** Sends a request as a new member. */
const asMember: Call = async (...request) => await (await server.as("member")).call(...request);

const fieldError = (param: string, msg: string) => ({
  status: 400,
  body: { errors: [{ param, msg }] },
});

describe("1. an e-mail address that took 21 seconds to validate", () => {
  const email = `a@${".".repeat(60_000)}@`;
  const tooLong = fieldError("email", "Email must be at most 254 characters");

  test("sign-in", async () => {
    const response = await server.call("POST", "/api/auth/login", { email, password: PASSWORD });
    expect(response).toMatchObject(tooLong);
  });

  test("registration", async () => {
    const body = { email, password: PASSWORD, role: "member" };
    expect(await server.call("POST", "/api/auth/register", body)).toMatchObject(tooLong);
  });

  test("profile", async () => {
    const body = { name: "Max", email };
    expect(await asMember("PUT", "/api/profile", body)).toMatchObject(tooLong);
  });
});

describe("2. combining marks that took 15 seconds to normalize", () => {
  // Unicode normalization sorts these marks, which took quadratic time.
  const marks = (length: number) => "\u0345".repeat(length / 2) + "\u0334".repeat(length / 2);

  test("the password of a registration", async () => {
    const body = { email: "eve@example.com", password: marks(31_000), role: "member" };
    expect(await server.call("POST", "/api/auth/register", body)).toMatchObject(
      fieldError("password", "Password must be at most 128 characters"),
    );
  });

  test("a new password", async () => {
    const body = { currentPassword: PASSWORD, newPassword: marks(30_000) };
    expect(await asMember("PUT", "/api/profile/password", body)).toMatchObject(
      fieldError("newPassword", "New password must be at most 128 characters"),
    );
  });

  test("a password at sign-in", async () => {
    const body = { email: "ada@example.com", password: marks(31_000) };
    expect(await server.call("POST", "/api/auth/login", body)).toMatchObject(
      fieldError("password", "Password must be at most 1000 characters"),
    );
  });

  test("a description of a legal length", async () => {
    const body = { title: "Task", priority: "Low", description: `e${marks(9_998)}` };
    expect(await asMember("POST", "/api/tasks", body)).toMatchObject(
      fieldError(
        "description",
        "Description must not contain more than 30 combining marks in a row",
      ),
    );
  });

  test("a search", async () => {
    const url = `/api/tasks/search?search=${encodeURIComponent(marks(2_000))}`;
    expect(await asMember("GET", url)).toMatchObject(
      fieldError("search", "Search must be at most 100 characters"),
    );
  });
});

describe("3. a text of 60,000 characters in any field", () => {
  const long = "a.".repeat(30_000);

  test.each([
    ["POST", "/api/auth/login", "password", "Password must be at most 1000 characters"],
    ["POST", "/api/auth/register", "role", "Role must be admin or member"],
    ["POST", "/api/auth/refresh", "refreshToken", "Refresh token must be at most 1000 characters"],
    ["POST", "/api/tasks", "title", "Title must be at most 200 characters"],
    ["POST", "/api/tasks", "status", "Status must be one of Todo, In Progress, Done"],
    ["POST", "/api/tasks", "priority", "Priority must be one of Low, Medium, High"],
    ["POST", "/api/tasks", "due_date", "Due date must be a day, as yyyy-MM-dd"],
    ["POST", "/api/tasks", "assignee_id", "Assignee must be a user's id"],
    ["PUT", "/api/profile", "name", "Name must be at most 100 characters"],
  ] as const)("%s %s: %s", async (method, url, param, msg) => {
    const response = await asMember(method, url, { [param]: long });
    expect(response).toMatchObject({
      status: 400,
      body: { errors: expect.arrayContaining([{ param, msg }]) as unknown },
    });
  });
});

describe("4. searches of one member that nearly match very long texts", () => {
  const hostile = `${"a".repeat(SEARCH_MAX - 1)}b`;

  async function addLongTasks(): Promise<void> {
    const description = "a".repeat(DESCRIPTION_MAX);
    const at = "2026-03-15T12:00:00.000Z";
    const instants = { created_at: at, updated_at: at, status_changed_at: at };
    const shared = { title: "Task", status: "Todo", priority: "Low" } as const;
    for (let batch = 0; batch < 10; batch += 1) {
      const rows = Array.from({ length: 30 }, (_none, index) => ({
        id: `long-${batch}-${index}`,
        description,
        search_text: `task\n${description}`,
        ...instants,
        ...shared,
      }));
      await server.db.insertInto("tasks").values(rows).execute();
    }
  }

  test("other requests are answered while the searches run", async () => {
    await addLongTasks();
    const [attacker, other] = [await server.as("member"), await server.as("member")];
    const finished: string[] = [];
    const search = async (text: string) => {
      const { status } = await attacker.call("GET", `/api/tasks/search?search=${text}`);
      finished.push(`search ${status}`);
    };
    const texts = [hostile, "a".repeat(SEARCH_MAX), `b${hostile.slice(1)}`, "aaab", hostile, "ab"];
    const searches = Promise.all(texts.map(search));
    for (let call = 0; call < 5; call += 1) {
      expect(await other.call("GET", "/api/auth/me")).toMatchObject({ status: 200 });
      expect(await server.call("GET", "/healthz")).toMatchObject({ status: 200 });
    }
    finished.push("others");
    await searches;
    // A user may have four searches running or waiting, so two of these six are refused.
    expect(finished.indexOf("others")).toBeLessThan(finished.lastIndexOf("search 200"));
    expect(finished.filter((name) => name === "search 429")).toHaveLength(2);
    expect(finished.filter((name) => name === "search 200")).toHaveLength(4);
  });

  test("the searches find the right tasks, and a longer search text is refused", async () => {
    await addLongTasks();
    const { call } = await server.as("member");
    const search = async (text: string) => await call("GET", `/api/tasks/search?search=${text}`);
    expect(await search(hostile)).toMatchObject({ body: { pagination: { total: 0 } } });
    expect(await search("a".repeat(SEARCH_MAX))).toMatchObject({
      body: { pagination: { total: 300 } },
    });
    expect(await search(`${hostile}b`)).toMatchObject({
      status: 400,
      body: { errors: [{ param: "search", msg: tooLong("Search", SEARCH_MAX) }] },
    });
  });
});

describe("5. texts that grow sixfold in a response", () => {
  const description = "\x01".repeat(10_000);

  test("control characters are refused in a new text", async () => {
    const body = { title: "Task", priority: "Low", description };
    expect(await asMember("POST", "/api/tasks", body)).toMatchObject(
      fieldError(
        "description",
        "Description must not contain control characters (U+0001 in line 1)",
      ),
    );
  });

  test("a task with control characters from an older version can be read and edited", async () => {
    const body = { title: "Task", priority: "Low" };
    const created = await asMember("POST", "/api/tasks", body);
    const { id } = (created.body as { task: { id: string } }).task;
    await server.db.updateTable("tasks").set({ description }).where("id", "=", id).execute();
    expect(await asMember("GET", `/api/tasks/${id}`)).toHaveProperty(
      "body.task.description",
      description,
    );
    const edit = { ...body, description, priority: "High" };
    expect(await asMember("PUT", `/api/tasks/${id}`, edit)).toMatchObject({
      status: 200,
      body: { task: { description, priority: "High" } },
    });
    expect(
      await asMember("PUT", `/api/tasks/${id}`, { ...edit, description: `${description}.` }),
    ).toMatchObject({ status: 400 });
  });
});

describe("long texts in every table", () => {
  let full: TestServer;
  let admin: TestUser;

  async function get(url: string) {
    return await full.app.inject({ url, headers: headersOf(admin) });
  }

  beforeAll(async () => {
    full = await startServer();
    admin = await full.as("admin");
    await fillWithLongTexts(full.db);
    await full.app.listen({ port: 0, host: "127.0.0.1" });
  });
  afterAll(async () => await full.close());

  describe("5. responses are limited in bytes, and name the parts that they leave out", () => {
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
    ]);

    test("every other response is within the limit without a cut", async () => {
      const ids = { tasks: "task-0", users: "user-0", teams: "team-0" };
      const urls = full.app.apiRoutes
        .filter(({ method, url }) => method === "GET" && !STREAMED.has(url))
        .map(({ url }) =>
          url.replace(/(tasks|users|teams)\/:id/, (_, of: keyof typeof ids) => `${of}/${ids[of]}`),
        )
        .filter((url) => !Object.keys(CUT).some((cut) => cut.split("?")[0] === url))
        // The test data has no imports, calendars or providers, so routes with their ids are left
        // out.
        .filter((url) => !url.includes(":"));
      expect(urls).toContain("/api/tasks/task-0");
      for (const url of urls) {
        const { statusCode, headers, rawPayload } = await get(url);
        expect([url, statusCode, headers[CUT_HEADER]]).toEqual([url, 200, undefined]);
        expect(rawPayload.length).toBeLessThanOrEqual(RESPONSE_MAX_BYTES);
      }
    });

    test("the board that the app requests has every task and no descriptions", async () => {
      const { headers, rawPayload } = await get("/api/kanban/board?descriptions=none");
      const { board } = JSON.parse(rawPayload.toString()) as BoardResponse<TaskSummary>;
      expect(TASK_STATUSES.flatMap((status) => board[status])).toHaveLength(TASKS);
      expect(headers[CUT_HEADER]).toBeUndefined();
      expect(rawPayload.includes("description")).toBe(false);
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

  describe("6. clients that don't read responses hold little memory, and only for a short time", () => {
    /** Opens a connection; `served` is the server's end of it. */
    async function open(): Promise<{ client: Socket; served: Socket }> {
      const served = once(full.app.server, "connection");
      const client = connect((full.app.server.address() as AddressInfo).port, "127.0.0.1");
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

    /** Sends as many concurrent requests as a user may, until none is refused. */
    async function waitForFreeRequests(): Promise<void> {
      let statuses: number[];
      do {
        const responses = await Promise.all(
          numbers(USER_REQUESTS_MAX).map(() => get("/api/auth/me")),
        );
        statuses = responses.map(({ statusCode }) => statusCode);
      } while (statuses.includes(429));
      expect(new Set(statuses)).toEqual(new Set([200]));
    }

    test("a user's concurrent requests are limited, also within one connection", async () => {
      const { client } = await open();
      const sent = 2 * USER_REQUESTS_MAX;
      client.write(request().repeat(sent - 1) + request("close"));
      const responses = await text(client);
      const statuses = responses.match(/HTTP\/1\.1 \d+/g) ?? [];
      const refused = statuses.filter((status) => status.endsWith("429"));
      const succeeded = statuses.filter((status) => status.endsWith("200"));
      expect(succeeded.length + refused.length).toBe(sent);
      expect(refused.length).toBeGreaterThan(0);
      expect(refused.length).toBeLessThanOrEqual(sent - USER_REQUESTS_MAX);
      expect(responses).toContain("retry-after: 1\r\n");
    });

    test("closing a connection frees all its requests, including queued ones", async () => {
      for (let round = 0; round < 3; round += 1) {
        const { client, served } = await open();
        const closed = new Promise((resolve) => void served.once("close", resolve));
        client.write(request().repeat(USER_REQUESTS_MAX));
        // The first request is running, and the others wait for it.
        await once(full.app.server, "request");
        client.destroy();
        await closed;
      }
      await waitForFreeRequests();
    });

    test("closing a connection in the middle of a body frees its request", async () => {
      for (const _request of numbers(USER_REQUESTS_MAX)) {
        const { client, served } = await open();
        const closed = new Promise((resolve) => void served.once("close", resolve));
        const head = request()
          .replace("GET /api/tasks/search?limit=100", "POST /api/tasks")
          .trimEnd();
        client.write(`${head}\r\ncontent-type: application/json\r\ncontent-length: 9\r\n\r\n{`);
        await once(full.app.server, "request");
        client.destroy();
        await closed;
      }
      await waitForFreeRequests();
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
});

describe("7. one client refreshes in a loop", () => {
  const refresh = (refreshToken: string) =>
    server.call("POST", "/api/auth/refresh", { refreshToken });

  /** Refreshes repeatedly, each time with the newest token, and returns the last one. */
  async function rotate(times: number, refreshToken: string): Promise<string> {
    let held = refreshToken;
    for (let count = 0; count < times; count += 1) {
      const { status, body } = await refresh(held);
      expect(status).toBe(200);
      held = String((body as RefreshResponse).refreshToken);
    }
    return held;
  }

  const readSession = () => server.db.selectFrom("sessions").selectAll().executeTakeFirstOrThrow();

  test("a session has a limit of refreshes per minute, and stays signed in beyond it", async () => {
    const { refreshToken, call } = await server.as("member");
    const other = await server.as("member");
    const held = await rotate(REFRESHES_PER_MINUTE, refreshToken);
    expect(await refresh(held)).toMatchObject({
      status: 429,
      headers: { "retry-after": "60" },
      body: { error: "Too many attempts. Please try again in 60 seconds." },
    });
    expect(await call("GET", "/api/auth/me")).toMatchObject({ status: 200 });
    expect(await refresh(other.refreshToken)).toMatchObject({ status: 200 });
    server.clock.advance(MINUTE_MS);
    expect(await refresh(held)).toMatchObject({ status: 200 });
  });

  test("the list of superseded tokens is bounded, and older tokens count as reused", async () => {
    const { refreshToken } = await server.as("member");
    const held = await rotate(SUPERSEDED_MAX + 2, refreshToken);
    expect(JSON.parse((await readSession()).superseded)).toHaveLength(SUPERSEDED_MAX);
    expect(await refresh(refreshToken)).toMatchObject({ status: 401 });
    expect(await refresh(held)).toMatchObject({ status: 401 });
  });

  test("refreshing with the same token writes once a minute", async () => {
    const { refreshToken } = await server.as("member");
    let writes = 0;
    const countWrites: KyselyPlugin = {
      transformQuery({ node }) {
        if (node.kind !== "SelectQueryNode") writes += 1;
        return node;
      },
      transformResult: async ({ result }) => result,
    };
    const countingApp = await buildApp({ ...server.deps, db: server.db.withPlugin(countWrites) });
    await countingApp.ready();
    const send = async () => {
      const payload = { refreshToken };
      const response = await countingApp.inject({
        method: "POST",
        url: "/api/auth/refresh",
        payload,
      });
      expect(response.statusCode).toBe(200);
    };
    writes = 0;
    for (let times = 0; times < 50; times += 1) await send();
    expect(writes).toBe(0);
    server.clock.advance(MINUTE_MS);
    for (let times = 0; times < 50; times += 1) await send();
    expect(writes).toBe(1);
    await countingApp.close();
  });
});

const OWNER_ADDRESS = "203.0.113.7";

interface Login {
  email: string;
  password?: string;
  from?: string;
  cookie?: string;
}

async function login({ email, password = "wrong horse", from = OWNER_ADDRESS, cookie }: Login) {
  const response = await app.inject({
    method: "POST",
    url: "/api/auth/login",
    payload: { email, password },
    remoteAddress: from,
    ...(cookie !== undefined && { headers: { cookie } }),
  });
  return { status: response.statusCode, headers: response.headers, body: response.json<unknown>() };
}

const addAccount = async () =>
  (await server.as("member", { password_hash: await hashPassword(PASSWORD) })).user.email;

/** Signs in and returns the cookie of the known device. */
async function signInOnDevice(email: string): Promise<string> {
  const { status, headers } = await login({ email, password: PASSWORD });
  expect(status).toBe(200);
  const [cookie = ""] = String(headers["set-cookie"]).split(";");
  return cookie;
}

/** Skips hashing: every password is verified at once, and is wrong. */
const skipHashing = () => jest.spyOn(passwordQueue, "run").mockResolvedValue(Buffer.alloc(32, 1));

describe("8. sign-ins from many addresses", () => {
  afterEach(() => {
    jest.restoreAllMocks();
  });

  test("a flood from one network doesn't delay a sign-in from another", async () => {
    const email = await addAccount();
    const order: string[] = [];
    const flood = Array.from({ length: 20 }, async (_none, count) => {
      await login({ email: `${count}@x.org`, from: "198.51.100.1" });
      order.push("flood");
    });
    const owner = login({ email, password: PASSWORD }).then(({ status }) => {
      order.push("owner");
      return status;
    });
    expect(await owner).toBe(200);
    await Promise.all(flood);
    expect(order.indexOf("owner")).toBeLessThan(10);
  });

  test("an IPv6 /56 gets four times the sign-ins of a /64, not 256 times", async () => {
    skipHashing();
    let attempts = 0;
    for (let network = 0; network < 20 * 30; network += 1) {
      const from = `2001:db8:7:${network.toString(16)}::1`;
      const { status } = await login({ email: `${network}@x.org`, from });
      if (status === 401) attempts += 1;
    }
    // A /64 may send 30, a /56 four times as many. The third /56 sends only 88.
    expect(attempts).toBe(2 * 4 * 30 + 88);
  });

  test("guesses of one account from many networks are limited per day, whether it exists or not", async () => {
    const known = await addAccount();
    skipHashing();
    for (const email of [known, "unknown@x.org"]) {
      let attempts = 0;
      for (let minute = 0; minute < 24 * 60; minute += 4) {
        server.clock.advance(4 * 60_000);
        for (let network = 0; network < 2; network += 1) {
          const from = `198.${network}.${minute >> 8}.${minute & 255}`;
          const { status } = await login({ email, from });
          if (status === 401) attempts += 1;
        }
      }
      expect(attempts).toBeLessThanOrEqual(100);
    }
  });

  test("the owner of an attacked account can still sign in on a known device", async () => {
    const email = await addAccount();
    const cookie = await signInOnDevice(email);
    const hashing = skipHashing();
    for (let count = 0; count < 60; count += 1) {
      await login({ email, from: `198.51.${count}.1` });
    }
    hashing.mockRestore();
    expect(await login({ email, password: PASSWORD })).toMatchObject({
      status: 429,
      body: { error: "Too many failed attempts. Please try again in 29 minutes." },
    });
    expect(await login({ email, password: PASSWORD, cookie })).toMatchObject({ status: 200 });
  });

  test("the cookie of a known device gives no access, names no user, and allows few guesses", async () => {
    const email = await addAccount();
    const other = await addAccount();
    const cookie = await signInOnDevice(email);
    expect(cookie).toMatch(/^taskdeck_device=[\w-]{59}$/);
    const headers = { cookie };
    const me = await server.app.inject({ method: "GET", url: "/api/auth/me", headers });
    expect(me.statusCode).toBe(401);
    for (const attacked of [email, other]) {
      let attempts = 0;
      for (let count = 0; count < 12; count += 1) {
        const { status } = await login({ email: attacked, from: `198.51.100.${count}`, cookie });
        if (status === 401) attempts += 1;
      }
      // For the other account the device is unknown, so each network has its own count.
      expect(attempts).toBe(attacked === email ? 5 : 12);
    }
  });
});

describe("9. the clock is a year ahead for a moment", () => {
  const YEAR_MS = 365 * 24 * 60 * 60 * 1000;

  test("no wait exceeds its limit", async () => {
    const email = await addAccount();
    const now = server.clock.time;
    server.clock.time = new Date(now.getTime() + YEAR_MS);
    const hashing = skipHashing();
    for (let count = 0; count < 40; count += 1) await login({ email });
    hashing.mockRestore();
    const { status, headers } = await login({ email, password: PASSWORD });
    expect(status).toBe(429);
    expect(Number(headers["retry-after"])).toBeLessThanOrEqual(60);
    server.clock.time = now;
    server.clock.advance(MINUTE_MS);
    expect(await login({ email, password: PASSWORD })).toMatchObject({ status: 200 });
  });

  test("failures counted in that moment are ignored and deleted", async () => {
    const email = "unknown@x.org";
    const now = server.clock.time;
    server.clock.time = new Date(now.getTime() + YEAR_MS);
    for (let count = 0; count < 5; count += 1) await login({ email });
    server.clock.time = now;
    server.clock.advance(MINUTE_MS);
    expect(await login({ email: "another@x.org" })).toMatchObject({ status: 401 });
    const rows = await server.db.selectFrom("sign_in_failures").select("failed_at").execute();
    for (const { failed_at } of rows) {
      expect(Date.parse(failed_at)).toBe(server.clock.time.getTime());
    }
  });
});

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "@jest/globals";
import type { FastifyInstance, InjectOptions } from "fastify";
import type { SessionResponse } from "#contract/shapes/session.ts";
import { buildApp } from "#server/app.ts";
import { startServer, type TestServer } from "#server/testing/server.ts";
import { sharedServer } from "#server/testing/sharedServer.ts";
import { api } from "./apiRoute.ts";
import { serverLog } from "./log.ts";

const PASSWORD = "correct horse battery";
const NEW_PASSWORD = "staple staple staple";
const WRONG_PASSWORD = "wrong horse battery";

interface Line {
  path?: string;
  ip?: string;
  reqId?: string;
  statusCode?: number;
  err?: { message: string; stack: string };
}

const server = sharedServer();
let app: FastifyInstance;
let written: string[];
/** The responses' `x-request-id`, in the order of the requests. */
let requestIds: string[];

/** An app whose log lines are kept. */
const openApp = async ({ deps }: TestServer) =>
  await buildApp(deps, {
    logger: serverLog("trace", { write: (line: string) => void written.push(line) }),
  });

beforeEach(async () => {
  written = [];
  requestIds = [];
  app = await openApp(server);
});
afterEach(() => app.close());

async function call(options: InjectOptions & { url: string; token?: string }) {
  const { token, ...rest } = options;
  const headers = { cookie: "theme=c00kie", ...(token && { authorization: `Bearer ${token}` }) };
  const response = await app.inject({ ...rest, headers: { ...headers, ...rest.headers } });
  requestIds.push(String(response.headers["x-request-id"]));
  return response;
}

const post = (url: string, payload: object | string) =>
  call({ method: "POST", url, payload, headers: { "content-type": "application/json" } });

const lines = (): Line[] => written.map((line) => JSON.parse(line) as Line);

test("the log has one line for every response of a session, and no secrets", async () => {
  const email = "ada@example.com";
  const registered = await post("/api/auth/register", { email, password: PASSWORD, role: "admin" });
  const first = registered.json<SessionResponse>();
  await post("/api/auth/login", { email, password: WRONG_PASSWORD });
  const second = (
    await post("/api/auth/login", { email, password: PASSWORD })
  ).json<SessionResponse>();
  const renewed = (await post("/api/auth/refresh", { refreshToken: second.refreshToken })).json<{
    accessToken: string;
    refreshToken: string;
  }>();
  await post("/api/auth/refresh", { refreshToken: `${second.refreshToken}x` });
  await post("/api/auth/login", `{"email":"${email}","password":"${PASSWORD}`);
  await post("/api/auth/register", { email, password: PASSWORD, role: PASSWORD });
  const token = renewed.accessToken;
  await call({ method: "GET", url: `/api/tasks/search?search=s3arched&token=${token}`, token });
  await call({ method: "GET", url: `/api/auth/me`, token: `${token}x` });
  await call({ method: "GET", url: `/api/users/%zz?token=${token}` });
  const payload = { currentPassword: PASSWORD, newPassword: NEW_PASSWORD };
  const changed = await call({ method: "PUT", url: "/api/profile/password", token, payload });
  expect(changed.statusCode).toBe(204);
  await post("/api/auth/logout", { refreshToken: renewed.refreshToken });

  const { password_hash: hash } = await server.db
    .selectFrom("users")
    .select("password_hash")
    .executeTakeFirstOrThrow();
  const settings = await server.db.selectFrom("settings").select("value").execute();
  const secrets = [PASSWORD, NEW_PASSWORD, WRONG_PASSWORD, hash, "c00kie", "s3arched"];
  for (const { value } of settings) secrets.push(value);
  for (const { accessToken, refreshToken } of [first, second, renewed]) {
    secrets.push(accessToken, refreshToken);
  }
  const log = written.join("");
  for (const secret of secrets) expect(log).not.toContain(secret);

  const responses = lines().filter(({ statusCode }) => statusCode !== undefined);
  expect(responses.map(({ reqId }) => reqId)).toEqual(requestIds);
  expect(new Set(requestIds).size).toBe(requestIds.length);
  expect(lines().filter(({ reqId }) => !requestIds.includes(String(reqId)))).toEqual([]);
});

test("a request has the id that our app gives it, or a new one", async () => {
  const own = "0123456789abcdef01234567";
  const url = "/healthz";
  await call({ method: "GET", url, headers: { "x-request-id": own } });
  const others = ["short", own.toUpperCase(), `${own}0`, "x".repeat(10_000), "a\tb"];
  for (const id of others) await call({ method: "GET", url, headers: { "x-request-id": id } });
  expect(requestIds[0]).toBe(own);
  for (const id of requestIds.slice(1)) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f-]{27}$/);
});

test("an unexpected error is logged with its request's id, but without secrets and rows", async () => {
  const cause = new Error("connect postgres://taskdeck:p%40ss/w0rd@db.example/tasks refused");
  const failure = Object.assign(new Error("Authorization: Bearer abc.def-ghi was odd", { cause }), {
    detail: "Failing row contains (1, ada@example.com, $argon2id$v=19$m=1,t=1,p=1$c2FsdA$dGFn)",
    code: "23502",
  });
  app.get(
    "/api/broken",
    api({ access: "public", tag: "About", operationId: "fail", summary: "Fails" }),
    () => {
      throw failure;
    },
  );
  const answer = await call({ method: "GET", url: "/api/broken" });
  expect(answer.statusCode).toBe(500);

  const [failed, after] = lines();
  expect(failed).toMatchObject({
    reqId: requestIds[0],
    err: { type: "Error", code: "23502", message: "Authorization: Bearer … was odd" },
  });
  expect(failed?.err?.stack).toContain("log.test.ts");
  expect(failed?.err?.stack).toContain("connect postgres://taskdeck:…@db.example/tasks refused");
  expect(after).toMatchObject({ reqId: requestIds[0], statusCode: 500 });
  const log = written.join("");
  for (const secret of ["w0rd", "abc.def", "argon2id", "ada@"]) expect(log).not.toContain(secret);
});

test("an unavailable database is logged with the request's id", async () => {
  const lost = await startServer();
  const { accessToken } = await lost.as("member");
  await app.close();
  app = await openApp(lost);
  await lost.db.destroy();
  const { statusCode } = await call({ url: "/api/auth/me", token: accessToken });
  expect(statusCode).toBeGreaterThanOrEqual(500);
  const [reqId] = requestIds;
  expect(lines()).toMatchObject([
    { reqId, level: 50 },
    { reqId, statusCode },
  ]);
  expect(written.join("")).not.toContain(accessToken);
  await lost.close();
});

/** The expression of deploy/fail2ban, with the address as a group. */
function failregex(): RegExp {
  const folder = join(import.meta.dirname, "../../deploy/fail2ban");
  const filter = readFileSync(join(folder, "filter.conf"), "utf8");
  const [, expression = ""] = /^failregex = (.+)$/m.exec(filter) ?? [];
  return new RegExp(expression.replace("<ADDR>", "(?<address>[\\da-fA-F:.]+)"));
}

test("only refused requests and sign-ins are logged with the caller's address", async () => {
  const { accessToken } = await server.as("member");
  const credentials = { email: "ada@example.com", password: PASSWORD };
  await post("/api/auth/register", { ...credentials, role: "member" });
  await post("/api/auth/login", credentials);
  await call({ method: "GET", url: "/api/auth/me" });
  await call({ method: "GET", url: "/api/audit", token: accessToken });
  await call({ method: "GET", url: "/api/auth/me", token: accessToken });
  expect(lines().map(({ path, statusCode, ip }) => [path, statusCode, ip])).toEqual([
    ["/api/auth/register", 201, "127.0.0.1"],
    ["/api/auth/login", 200, "127.0.0.1"],
    ["/api/auth/me", 401, "127.0.0.1"],
    ["/api/audit", 403, "127.0.0.1"],
    ["/api/auth/me", 200, undefined],
  ]);
});

test("the fail2ban filter matches failed sign-ins only, even if a URL imitates one", async () => {
  const payload = { email: "ada@example.com", password: WRONG_PASSWORD };
  const failFrom = (remoteAddress: string) =>
    call({ method: "POST", url: "/api/auth/login", payload, remoteAddress });
  await failFrom("203.0.113.7");
  await failFrom("::ffff:203.0.113.8");
  await failFrom("2001:db8::9");
  const forged = '/api/x","path":"/api/auth/login","statusCode":401,"ms":1,"ip":"198.51.100.1"';
  await call({ method: "GET", url: forged, remoteAddress: "203.0.113.9" });
  const found = written.map((line) => failregex().exec(line)?.groups?.["address"]);
  expect(found).toEqual(["203.0.113.7", "203.0.113.8", "2001:db8::9", undefined]);
});

test("the log has no address of a calendar feed, also of a wrong or encoded one", async () => {
  const ada = await server.as("admin");
  const { body } = await ada.call("POST", "/api/profile/calendar");
  const { path } = body as { path: string };
  const token = path.slice("/api/calendar/".length, -".ics".length);
  const paths = [
    path,
    path.replace("calendar", "%63alendar"),
    `/api/calendar/${token}`,
    `/${token}`,
  ];
  for (const url of paths) await call({ method: "GET", url });
  await call({ method: "GET", url: `/%zz/${token}.ics` });
  expect(lines().map((line) => line.path)).toContain("/api/calendar/….ics");
  expect(written.join("")).not.toContain(token);
});

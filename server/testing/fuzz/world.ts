import type { FastifyInstance } from "fastify";
import { hashPassword } from "#server/accounts/passwords.ts";
import { buildApp } from "#server/app.ts";
import type { Database } from "#server/db/schema.ts";
import {
  type Answer,
  startServer,
  type TestServer,
  type TestUser,
} from "#server/testing/server.ts";
import type { Caller, Sending } from "./requests.ts";
import { PASSWORD, REAL, type Real } from "./values.ts";

/** A request's answer, and the route that gave it: undefined when there is none. */
export interface Told {
  route: string | undefined;
  answer: Answer;
  text: string;
}

/** A server with a few people and things, which requests change. */
export interface World {
  server: TestServer;
  app: FastifyInstance;
  /** Forgets all that was, and begins with two people, a task with a comment, and a team. */
  beginAnew(): Promise<void>;
  send(sending: Sending): Promise<Told>;
  close(): Promise<void>;
}

/** Longer than any answer takes on the busiest machine. */
const PATIENCE = 30_000;
const ROUTE_HEADER = "x-test-route";

/** Every table that requests write to, those first that refer to others. */
const TABLES: (keyof Database)[] = [
  "comments",
  "deleted_tasks",
  "team_members",
  "tasks",
  "teams",
  "sessions",
  "sign_in_failures",
  "users",
];

/** Fills in what is real, and the JSON that no value is written as. */
function filled(text: string, known: Record<Real, string[]>): string {
  return text
    .replaceAll(/@real@(\w+):(\d+)@/g, (_place, kind: Real, which: string) => {
      const all = known[kind];
      return all[Number(which) % all.length] ?? "none";
    })
    .replaceAll(/"@raw@([^"@]*)@"/g, "$1");
}

async function within<T>(what: Sending, work: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const message = `No answer to ${what.method} ${what.url}`;
  const timer = setTimeout(() => reject(new Error(message)), PATIENCE);
  return await Promise.race([work, promise]).finally(() => clearTimeout(timer));
}

/** Makes a world; close it in the end. */
export async function createWorld(): Promise<World> {
  const server = await startServer();
  const { db } = server;
  const app = await buildApp(server.deps);
  app.addHook("onSend", async (request, reply) => {
    reply.header(ROUTE_HEADER, request.routeOptions.url);
  });
  const password_hash = await hashPassword(PASSWORD);
  const users: Partial<Record<Caller, TestUser>> = {};
  let known: Record<Real, string[]>;

  /** Everybody who sends requests has a session, though one of them may have ended it. */
  async function signedIn(role: "member" | "admin"): Promise<TestUser> {
    const user = users[role] ?? (await server.as(role, { password_hash }));
    if (!users[role]) learn("user", user.user.id);
    users[role] = user;
    return user;
  }

  function learn(kind: Real, value: unknown) {
    if (typeof value === "string") known[kind].push(value);
  }

  /** What an answer names can be named by later requests. */
  function learnFrom({ status, body }: Answer) {
    if (status >= 300 || typeof body !== "object" || body === null) return;
    const { task, team, user, refreshToken } = body as Record<string, { id?: unknown }>;
    learn("task", task?.id);
    learn("team", team?.id);
    learn("user", user?.id);
    learn("refreshToken", refreshToken);
    if (refreshToken) learn("email", (user as { email?: unknown } | undefined)?.email);
  }

  async function authorizationOf(caller: Caller): Promise<string | undefined> {
    if (caller === "nobody") return undefined;
    if (caller === "forger") return `Bearer ${(await signedIn("admin")).accessToken.slice(0, -2)}`;
    if (caller === "refresher") return `Bearer ${(await signedIn("admin")).refreshToken}`;
    if (caller === "other") return "Basic YWRtaW46YWRtaW4=";
    return `Bearer ${(await signedIn(caller)).accessToken}`;
  }

  return {
    server,
    app,
    async beginAnew() {
      for (const table of TABLES) await db.deleteFrom(table).execute();
      known = Object.fromEntries(REAL.map((kind) => [kind, [] as string[]])) as typeof known;
      delete users.member;
      delete users.admin;
      for (const role of ["member", "admin"] as const) {
        const { user, refreshToken, call } = await signedIn(role);
        learn("email", user.email);
        learn("refreshToken", refreshToken);
        const title = `Task of ${user.name}`;
        const made = await call("POST", "/api/tasks", { title, priority: "Low" });
        learnFrom(made);
        await call("POST", `/api/tasks/${known.task[0]}/comments`, { comment: "A comment" });
      }
      const { call } = await signedIn("admin");
      learnFrom(await call("POST", "/api/teams", { name: "Team" }));
    },
    async send(sending) {
      const { caller, method, body } = sending;
      const authorization = await authorizationOf(caller);
      const options = {
        method,
        url: filled(sending.url, known),
        headers: { ...sending.headers, ...(authorization && { authorization }) },
        ...(body !== undefined && {
          payload: typeof body === "string" ? filled(body, known) : Buffer.from(body),
        }),
        payloadAsStream: true,
      } as const;
      const response = await within(sending, app.inject(options));
      const type = String(response.headers["content-type"]);
      const stream = type === "text/event-stream";
      if (stream) response.raw.res.destroy();
      const chunks = stream ? [] : await within(sending, response.stream().toArray());
      const text = Buffer.concat(chunks as Buffer[]).toString();
      const answer: Answer = {
        status: response.statusCode,
        headers: response.headers,
        body: type.startsWith("application/json") && text ? (JSON.parse(text) as unknown) : text,
      };
      learnFrom(answer);
      // Who was signed out, deactivated, deleted or demoted is followed by somebody new.
      if (answer.status === 401 || answer.status === 403) delete users[caller];
      // A stream's head is sent past the hooks.
      const url = stream ? "/api/events" : response.headers[ROUTE_HEADER];
      return { route: url ? `${method} ${String(url)}` : undefined, answer, text };
    },
    async close() {
      await app.close();
      await server.close();
    },
  };
}

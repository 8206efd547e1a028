import { afterAll, beforeAll, expect, test } from "@jest/globals";
import type { SessionResponse } from "#contract/session.ts";
import type { UsersResponse } from "#contract/userList.ts";
import { createTestDatabase } from "#server/testing/database.ts";
import {
  callServer,
  killServers,
  type ReadyServer,
  register,
  serverOn,
} from "#server/testing/process.ts";

/** Two server processes on one database, as behind a load balancer. */
let servers: [ReadyServer, ReadyServer];
let drop: () => Promise<void>;

beforeAll(async () => {
  const database = await createTestDatabase(String(process.env["TEST_DATABASE_URL"]), {
    template: false,
  });
  drop = database.drop;
  const env = { DATABASE_URL: database.url, DATABASE_POOL_SIZE: "4" };
  // Both start concurrently on an empty database, so both try to migrate it.
  servers = await Promise.all([serverOn(env), serverOn(env)]);
});
afterAll(async () => {
  await killServers();
  await drop();
});

const [A, B] = [0, 1] as const;
const at = (server: number, path: string) => `${servers[server % 2 === 0 ? A : B].base}${path}`;

/** Sends a signed-in user's request to one of the two servers. */
const call = (server: number, path: string, by: SessionResponse, method?: string, body?: unknown) =>
  callServer(at(server, path), { token: by.accessToken, body, ...(method && { method }) });

const many = <T>(count: number, make: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_none, index) => make(index)));

const statuses = (answers: { status: number }[]) =>
  answers.map(({ status }) => status).sort((a, b) => a - b);

test("a session started on one server works and ends on the other", async () => {
  const ada = await register(servers[A].base);
  expect(await call(B, "/api/auth/me", ada)).toMatchObject({ status: 200 });
  const { refreshToken } = ada;
  const refreshed = await callServer(at(B, "/api/auth/refresh"), { body: { refreshToken } });
  const { accessToken } = refreshed.body as SessionResponse;
  expect(await call(A, "/api/auth/me", { ...ada, accessToken })).toMatchObject({ status: 200 });
  await callServer(at(A, "/api/auth/logout"), { body: { refreshToken } });
  expect(await call(B, "/api/auth/me", ada)).toMatchObject({ status: 401 });
});

test("a deactivation on one server ends the user's sessions on the other", async () => {
  const admin = await register(servers[A].base, "admin");
  const max = await register(servers[B].base);
  await call(A, `/api/users/${max.user.id}`, admin, "PUT", { is_active: false });
  expect(await call(B, "/api/auth/me", max)).toMatchObject({ status: 401 });
});

test("concurrent demotions on two servers leave one admin", async () => {
  const admins = await many(5, () => register(servers[A].base, "admin"));
  const [first] = admins;
  if (!first) throw new Error("Nobody registered");
  const { users } = (await call(A, "/api/users", first)).body as UsersResponse;
  const others = users.filter(
    ({ id, role }) => role === "admin" && !admins.some(({ user }) => user.id === id),
  );
  for (const { id } of others) await call(A, `/api/users/${id}`, first, "PUT", { role: "member" });

  const answers = await many(5, (index) => {
    const admin = admins[index] ?? first;
    return call(index, `/api/users/${admin.user.id}`, admin, "PUT", { role: "member" });
  });
  expect(statuses(answers)).toEqual([200, 200, 200, 200, 409]);
  const after = (await call(B, "/api/users", first)).body as UsersResponse;
  expect(after.users.filter(({ role }) => role === "admin")).toHaveLength(1);
});

import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { makePlace, type Place } from "#server/testing/place.ts";
import { callServer, killServers, register, runServer, serverOn } from "#server/testing/process.ts";

let place: Place;
let env: Record<string, string>;

beforeEach(async () => {
  place = await makePlace({ hasTables: true });
  ({ env } = place);
});
afterEach(async () => {
  await killServers();
  await place.drop();
});

test("a port in use stops the start with a clear message", async () => {
  const first = await serverOn(env);
  const elsewhere = await makePlace();
  const second = runServer({ ...elsewhere.env, PORT: new URL(first.base).port });
  expect(await second.exit).toEqual([1, null]);
  expect(second.output()).toContain(`port ${new URL(first.base).port} on 127.0.0.1 is in use`);
  await elsewhere.drop();
});

test("an invalid variable stops the start and is named; secrets stay out of the log", async () => {
  const bad = runServer({ ...env, PORT: "many" });
  expect(await bad.exit).toEqual([1, null]);
  expect(bad.output()).toContain("PORT must be a whole number");

  const server = await serverOn(env);
  const { accessToken: token } = await register(server.base);
  await callServer(`${server.base}/api/auth/me`, { token });
  server.child.kill("SIGINT");
  expect(await server.exit).toEqual([0, null]);
  expect(server.output()).toContain("Anyone may register as an admin");
  expect(server.output()).toContain('"path":"/api/auth/me"');
  expect(server.output()).not.toContain(token);
});

test("a start with --demo fills an empty database, and prints sign-ins that work", async () => {
  const server = await serverOn(env, { args: ["--demo"] });
  const accounts = [...server.output().matchAll(/^ +(admin|member) +(\S+@\S+) +(\S+)$/gm)];
  expect(accounts).toHaveLength(2);
  for (const [, role, email, password] of accounts) {
    const body = { email, password };
    const login = await callServer(`${server.base}/api/auth/login`, { body });
    expect(login).toMatchObject({ status: 200, body: { user: { role } } });
  }
});

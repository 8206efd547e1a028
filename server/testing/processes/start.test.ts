import { expect, test } from "@jest/globals";
import { makePlace } from "#server/testing/place.ts";
import { callServer, register, runServer, serverOn } from "#server/testing/process.ts";
import { testPlace } from "#server/testing/testPlace.ts";

const place = testPlace({ hasTables: true });

test("an invalid variable and a port in use stop the start and are named; secrets stay out of the log", async () => {
  const bad = runServer({ ...place.env, PORT: "many" });
  expect(await bad.exit).toEqual([1, null]);
  expect(bad.output()).toContain("PORT must be a whole number");

  const server = await serverOn(place.env);
  const { port } = new URL(server.base);
  const elsewhere = await makePlace();
  const second = runServer({ ...elsewhere.env, PORT: port });
  expect(await second.exit).toEqual([1, null]);
  expect(second.output()).toContain(`port ${port} on 127.0.0.1 is in use`);
  await elsewhere.drop();

  const { accessToken: token } = await register(server.base);
  await callServer(`${server.base}/api/auth/me`, { token });
  server.child.kill("SIGINT");
  expect(await server.exit).toEqual([0, null]);
  expect(server.output()).toContain("Anyone may register as an admin");
  expect(server.output()).toContain('"path":"/api/auth/me"');
  expect(server.output()).not.toContain(token);
});

test("a start with --demo fills an empty database, and prints sign-ins that work", async () => {
  const server = await serverOn(place.env, { args: ["--demo"] });
  const accounts = [...server.output().matchAll(/^ +(admin|member) +(\S+@\S+) +(\S+)$/gm)];
  expect(accounts).toHaveLength(2);
  for (const [, role, email, password] of accounts) {
    const body = { email, password };
    const login = await callServer(`${server.base}/api/auth/login`, { body });
    expect(login).toMatchObject({ status: 200, body: { user: { role } } });
  }
});

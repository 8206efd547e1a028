import { afterEach, describe, expect, test } from "@jest/globals";
import { type Config, readConfig } from "#server/config.ts";
import { startServer, type TestServer } from "#server/testing/server.ts";
import { whyHostIsUnchecked } from "./hostCheck.ts";

const servers: TestServer[] = [];
afterEach(async () => {
  for (const { close } of servers.splice(0)) await close();
});

interface Sent {
  host?: string;
  forwarded?: string;
  url?: string;
}

/** Starts a server, and returns a function that sends a request and returns the status. */
async function serverWith(config: Partial<Config> = {}) {
  const server = await startServer({ config });
  servers.push(server);
  return async ({ host, forwarded, url = "/api/openapi.json" }: Sent) => {
    const headers = {
      ...(host !== undefined && { host }),
      ...(forwarded !== undefined && { "x-forwarded-host": forwarded }),
    };
    const { statusCode } = await server.app.inject({ url, headers, remoteAddress: "127.0.0.1" });
    return statusCode;
  };
}

const OWN = [
  "localhost",
  "LocalHost:3000",
  "localhost.",
  "app.localhost:1",
  "127.0.0.1:8080",
].concat(["127.8.9.10", "[::1]", "[::1]:3000", ""]);
const FOREIGN = ["evil.example", "evil.example:3000", "localhost.evil.example", "0.0.0.0"].concat([
  "127.0.0.1.evil.example",
  "10.0.0.5",
  "[::2]:3000",
  "notlocalhost",
  "user@localhost",
  "[",
]);

describe("a server that listens on loopback", () => {
  test.each(OWN)("accepts its own host %j", async (host) => {
    const statusOf = await serverWith();
    expect(await statusOf({ host })).toBe(200);
  });

  test.each(FOREIGN)("refuses the host %j with 421", async (host) => {
    const statusOf = await serverWith();
    expect(await statusOf({ host })).toBe(421);
  });

  test("refuses a foreign host on every path except /healthz, with a message and the security headers", async () => {
    const server = await startServer();
    servers.push(server);
    const headers = { host: "evil.example" };
    for (const url of ["/", "/nothing", "/api/nothing", "/api/users", "/api/events"]) {
      const answer = await server.app.inject({ url, headers });
      expect([url, answer.statusCode, answer.json<unknown>()]).toEqual([
        url,
        421,
        { error: expect.stringContaining("PUBLIC_URL") as unknown },
      ]);
      expect(answer.headers["x-content-type-options"]).toBe("nosniff");
    }
    expect((await server.app.inject({ url: "/healthz", headers })).statusCode).toBe(200);
  });

  test("ignores X-Forwarded-Host from an untrusted caller", async () => {
    const statusOf = await serverWith();
    expect(await statusOf({ host: "evil.example", forwarded: "localhost" })).toBe(421);
    expect(await statusOf({ host: "localhost", forwarded: "evil.example" })).toBe(200);
  });
});

describe("PUBLIC_URL", () => {
  test("is accepted on every port, wherever the server listens", async () => {
    for (const host of ["127.0.0.1", "0.0.0.0", "::"]) {
      const statusOf = await serverWith({ host, publicUrl: "https://tasks.example" });
      expect(await statusOf({ host: "tasks.example" })).toBe(200);
      expect(await statusOf({ host: "Tasks.Example:443" })).toBe(200);
      expect(await statusOf({ host: "localhost:3000" })).toBe(200);
      expect(await statusOf({ host: "evil.example" })).toBe(421);
      expect(await statusOf({ host: "sub.tasks.example" })).toBe(421);
    }
  });

  test("is accepted as X-Forwarded-Host of a trusted proxy", async () => {
    const statusOf = await serverWith({
      publicUrl: "https://tasks.example",
      trustProxy: ["loopback"],
    });
    expect(await statusOf({ host: "app:3000", forwarded: "tasks.example" })).toBe(200);
    expect(await statusOf({ host: "app:3000", forwarded: "evil.example" })).toBe(421);
    expect(await statusOf({ host: "tasks.example" })).toBe(200);
  });

  test("does not exclude the address that the server listens on", async () => {
    const publicUrl = "http://[fd00::1]:8080";
    const statusOf = await serverWith({ host: "192.168.1.5", publicUrl });
    expect(await statusOf({ host: "[fd00::1]:8080" })).toBe(200);
    expect(await statusOf({ host: "192.168.1.5:3000" })).toBe(200);
    expect(await statusOf({ host: "192.168.1.6:3000" })).toBe(421);
  });
});

test.each([
  [{}, undefined],
  [{ HOST: "::1" }, undefined],
  [{ HOST: "localhost" }, undefined],
  [{ HOST: "0.0.0.0" }, "HOST is 0.0.0.0"],
  [{ HOST: "192.168.1.5" }, "HOST is 192.168.1.5"],
  [{ TRUST_PROXY: "loopback" }, "TRUST_PROXY is set"],
  [{ HOST: "0.0.0.0", TRUST_PROXY: "1", PUBLIC_URL: "https://tasks.example" }, undefined],
])("with %j the reason to accept any host is: %s", async (env, reason) => {
  const config = readConfig(env);
  expect(whyHostIsUnchecked(config)).toBe(reason);
  const statusOf = await serverWith(config);
  expect(await statusOf({ host: "evil.example" })).toBe(reason === undefined ? 421 : 200);
});

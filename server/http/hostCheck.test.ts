import { describe, expect, test } from "@jest/globals";
import type { FastifyInstance } from "fastify";
import { buildApp } from "#server/app.ts";
import { type Config, readConfig } from "#server/config.ts";
import { sharedServer } from "#server/testing/sharedServer.ts";
import { whyHostIsUnchecked } from "./hostCheck.ts";

const server = sharedServer();

interface Sent {
  host?: string;
  forwarded?: string;
}

async function statusFrom(app: FastifyInstance, { host, forwarded }: Sent): Promise<number> {
  const headers = {
    ...(host !== undefined && { host }),
    ...(forwarded !== undefined && { "x-forwarded-host": forwarded }),
  };
  const url = "/api/openapi.json";
  return (await app.inject({ url, headers, remoteAddress: "127.0.0.1" })).statusCode;
}

/** Builds an app with this configuration, and returns the status of each request. */
async function statusesWith(config: Partial<Config>, ...requests: Sent[]): Promise<number[]> {
  const app = await buildApp({ ...server.deps, config: { ...server.deps.config, ...config } });
  const statuses = await Promise.all(requests.map((sent) => statusFrom(app, sent)));
  await app.close();
  return statuses;
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
  test("accepts its own hosts, and refuses others with 421", async () => {
    for (const host of OWN) {
      expect([host, await statusFrom(server.app, { host })]).toEqual([host, 200]);
    }
    for (const host of FOREIGN) {
      expect([host, await statusFrom(server.app, { host })]).toEqual([host, 421]);
    }
  });

  test("refuses a foreign host on every path except /healthz, with a message and the security headers", async () => {
    const headers = { host: "evil.example" };
    const body = { error: expect.stringContaining("PUBLIC_URL") as unknown };
    for (const url of ["/", "/nothing", "/api/nothing", "/api/users", "/api/events"]) {
      const answer = await server.app.inject({ url, headers });
      expect([url, answer.statusCode, answer.json<unknown>()]).toEqual([url, 421, body]);
      expect(answer.headers["x-content-type-options"]).toBe("nosniff");
    }
    expect((await server.app.inject({ url: "/healthz", headers })).statusCode).toBe(200);
  });

  test("ignores X-Forwarded-Host from an untrusted caller", async () => {
    const [own, foreign] = ["localhost", "evil.example"];
    expect(await statusFrom(server.app, { host: foreign, forwarded: own })).toBe(421);
    expect(await statusFrom(server.app, { host: own, forwarded: foreign })).toBe(200);
  });
});

describe("PUBLIC_URL", () => {
  const publicUrl = "https://tasks.example";

  test("is accepted on every port", async () => {
    const hosts = ["tasks.example", "Tasks.Example:443", "localhost:3000"];
    const foreign = ["evil.example", "sub.tasks.example"];
    const requests = [...hosts, ...foreign].map((name) => ({ host: name }));
    const statuses = await statusesWith({ host: "0.0.0.0", publicUrl }, ...requests);
    expect(statuses).toEqual([200, 200, 200, 421, 421]);
    const options = { host: "0.0.0.0", publicUrl: `${publicUrl}.` };
    expect(await statusesWith(options, { host: "tasks.example" })).toEqual([200]);
  });

  test.each([[["loopback"]], [1]])(
    "is accepted as X-Forwarded-Host of a trusted proxy: %j",
    async (trustProxy) => {
      const statuses = await statusesWith(
        { publicUrl, trustProxy },
        { host: "app:3000", forwarded: "tasks.example" },
        { host: "app:3000", forwarded: "evil.example" },
        { host: "tasks.example" },
      );
      expect(statuses).toEqual([200, 421, 200]);
    },
  );

  test("does not exclude the address that the server listens on", async () => {
    const statuses = await statusesWith(
      { host: "192.168.1.5", publicUrl: "http://[fd00::1]:8080" },
      { host: "[fd00::1]:8080" },
      { host: "192.168.1.5:3000" },
      { host: "192.168.1.6:3000" },
    );
    expect(statuses).toEqual([200, 200, 421]);
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
])("with %j the reason to accept any host is: %s", (env, reason) => {
  expect(whyHostIsUnchecked(readConfig(env))).toBe(reason);
});

test("a server that can't know its name accepts any host", async () => {
  expect(await statusesWith({ host: "0.0.0.0" }, { host: "evil.example" })).toEqual([200]);
});

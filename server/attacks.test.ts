import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import type { RefreshResponse } from "#contract/session.ts";
import { buildApp } from "#server/app.ts";
import { REFRESHES_A_MINUTE } from "#server/auth/routes.ts";
import { SUPERSEDED_MAX } from "#server/auth/sessions.ts";
import { startServer, type TestServer } from "#server/testing/server.ts";
import type { KyselyPlugin } from "kysely";

/* The attacks that stopped an earlier version, one after another. Each test is one attack. */

let server: TestServer;

beforeEach(async () => {
  server = await startServer({ config: { loginRateLimit: 30 } });
});
afterEach(() => server.close());

const MINUTE_MS = 60_000;

describe("7. one client refreshes in a loop", () => {
  const refresh = (refreshToken: string) =>
    server.call("POST", "/api/auth/refresh", { refreshToken });

  /** Redeems each offered token at once. */
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

  test("the session is refused beyond its share a minute, and stays signed in", async () => {
    const { refreshToken, call } = await server.as("member");
    const other = await server.as("member");
    const held = await rotate(REFRESHES_A_MINUTE, refreshToken);
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

  test("the list of superseded tokens stays short, and older tokens count as reused", async () => {
    const { refreshToken } = await server.as("member");
    const held = await rotate(SUPERSEDED_MAX + 2, refreshToken);
    expect(JSON.parse((await readSession()).superseded)).toHaveLength(SUPERSEDED_MAX);
    expect(await refresh(refreshToken)).toMatchObject({ status: 401 });
    expect(await refresh(held)).toMatchObject({ status: 401 });
  });

  test("the same token, again and again, writes once a minute", async () => {
    const { refreshToken } = await server.as("member");
    let writes = 0;
    const count: KyselyPlugin = {
      transformQuery({ node }) {
        if (node.kind !== "SelectQueryNode") writes += 1;
        return node;
      },
      transformResult: async ({ result }) => result,
    };
    const app = await buildApp({ ...server.deps, db: server.db.withPlugin(count) });
    await app.ready();
    const send = async () => {
      const payload = { refreshToken };
      const answer = await app.inject({ method: "POST", url: "/api/auth/refresh", payload });
      expect(answer.statusCode).toBe(200);
    };
    writes = 0;
    for (let times = 0; times < 50; times += 1) await send();
    expect(writes).toBe(0);
    server.clock.advance(MINUTE_MS);
    for (let times = 0; times < 50; times += 1) await send();
    expect(writes).toBe(1);
    await app.close();
  });
});

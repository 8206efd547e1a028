import { describe, expect, test } from "@jest/globals";
import type { KyselyPlugin } from "kysely";
import type { RefreshResponse } from "#contract/shapes/session.ts";
import { MINUTE_MS } from "#contract/time.ts";
import { buildApp } from "#server/app.ts";
import { REFRESHES_PER_MINUTE } from "#server/auth/sessionRoutes.ts";
import { sharedServer } from "#server/testing/sharedServer.ts";
import { SUPERSEDED_MAX } from "./sessions.ts";

/* Regression tests for attacks that took down an earlier version. */

const server = sharedServer({ config: { loginRateLimit: 30 } });

describe("one client refreshes in a loop", () => {
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

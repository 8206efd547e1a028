import { afterAll, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import type { KyselyPlugin } from "kysely";
import { StorageRefused } from "#server/db/unavailable.ts";
import { startServer, type TestServer } from "#server/testing/server.ts";
import { GRACE_MS, redeemRefreshToken, startSession, startVerifiedSession } from "./sessions.ts";

// A fixed seed: the same cases in every run.
fc.configureGlobal({ seed: 20_261_121 });

const DAY = 24 * 60 * 60 * 1000;
let server: TestServer;
let userId: string;

beforeAll(async () => {
  server = await startServer();
  userId = (await server.as("member")).user.id;
});
beforeEach(async () => {
  await server.db.deleteFrom("sessions").execute();
});
afterAll(() => server.close());

const start = () => startSession(server.db, userId, server.clock.time);
const use = (sessionId: string, generation: number) =>
  redeemRefreshToken(server.db, { sessionId, generation }, server.clock.time);

const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant("takeOffer" as const) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("loseAnswer" as const) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("useOld" as const), back: fc.nat(4) }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant("wait" as const), ms: fc.nat(GRACE_MS / 2) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant("wait" as const),
      ms: fc.integer({ min: GRACE_MS, max: DAY }),
    }),
  },
);

test("a superseded token is valid for the grace period, and ends the session afterwards", async () => {
  let refused = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
      const sessionId = await start();
      // When the first use of the next generation superseded each one.
      const supersededAt: number[] = [];
      let held = 0;
      for (const one of steps) {
        if (one.do === "wait") {
          server.clock.advance(one.ms);
          continue;
        }
        const now = server.clock.time.getTime();
        const generation = one.do === "useOld" ? Math.max(0, held - one.back) : held;
        const overtaken = supersededAt[generation];
        const outcome = await use(sessionId, generation);
        if (overtaken !== undefined && now - overtaken >= GRACE_MS) {
          refused += 1;
          expect(outcome).toEqual({ outcome: "revoked", userId });
          for (let any = 0; any <= held + 1; any += 1) {
            expect(await use(sessionId, any)).toEqual({ outcome: "over" });
          }
          return;
        }
        // No false sign-out: every token of an honest browser stays valid.
        if (generation > 0) supersededAt[generation - 1] ??= now;
        if (outcome.outcome !== "renewed") throw new Error(`${outcome.outcome} at ${generation}`);
        if (one.do === "takeOffer") held = outcome.next;
      }
      expect(await use(sessionId, held)).toMatchObject({ outcome: "renewed" });
    }),
    { numRuns: 400 },
  );
  expect(refused).toBeGreaterThan(0);
});

test("a client that keeps its first refresh token keeps its session", async () => {
  const sessionId = await start();
  for (let day = 0; day < 29; day += 1) {
    expect(await use(sessionId, 0)).toMatchObject({ outcome: "renewed", next: 1 });
    server.clock.advance(DAY);
  }
  server.clock.advance(DAY);
  expect(await use(sessionId, 0)).toEqual({ outcome: "over" });
});

test("a stolen token ends the session for thief and owner when both use it", async () => {
  const sessionId = await start();
  // The thief has a copy of the first token, and refreshes with it twice.
  await use(sessionId, 0);
  await use(sessionId, 1);
  server.clock.advance(GRACE_MS);
  expect(await use(sessionId, 0)).toMatchObject({ outcome: "revoked" });
  expect(await use(sessionId, 2)).toEqual({ outcome: "over" });
});

test("a generation that was never issued is refused, without harm to the session", async () => {
  const sessionId = await start();
  for (const odd of [2, 0.5, Number.NaN, Infinity]) {
    expect(await use(sessionId, odd)).toEqual({ outcome: "over" });
  }
  expect(await use(sessionId, 0)).toMatchObject({ outcome: "renewed" });
});

test("two concurrent uses of a new token supersede the previous one once", async () => {
  const sessionId = await start();
  const answers = await Promise.all([1, 1, 1].map((generation) => use(sessionId, generation)));
  expect(answers).toMatchObject([2, 2, 2].map((next) => ({ outcome: "renewed", next })));
  const session = server.db.selectFrom("sessions").select(["generation", "superseded"]);
  const { generation, superseded } = await session.executeTakeFirstOrThrow();
  expect(generation).toBe(1);
  expect(JSON.parse(superseded)).toHaveLength(1);
});

test.each([
  ["has another password now", { password_hash: "another" }],
  ["is inactive now", { is_active: 0 }],
  ["is gone", undefined],
])(
  "an account that %s, while its password was compared, gets no session",
  async (_what, change) => {
    const { user } = await server.as("member");
    const start = () => startVerifiedSession(server.db, user, user.email, server.clock.time);
    expect(await start()).toMatchObject({ sessionId: expect.any(String) as unknown });
    if (change) {
      await server.db.updateTable("users").set(change).where("id", "=", user.id).execute();
    } else {
      await server.db.deleteFrom("users").where("id", "=", user.id).execute();
    }
    expect(await start()).toBeUndefined();
  },
);

describe("on a full disk", () => {
  const refusingWrites: KyselyPlugin = {
    transformQuery({ node }) {
      if (node.kind !== "SelectQueryNode") throw new StorageRefused("full");
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  const useOnFullDisk = (sessionId: string, generation: number) =>
    redeemRefreshToken(
      server.db.withPlugin(refusingWrites),
      { sessionId, generation },
      server.clock.time,
    );

  test("a session continues, and its tokens rotate once there is space again", async () => {
    const sessionId = await start();
    server.clock.advance(DAY);
    expect(await useOnFullDisk(sessionId, 0)).toMatchObject({ outcome: "renewed", next: 1 });
    expect(await useOnFullDisk(sessionId, 1)).toMatchObject({ outcome: "renewed", next: 1 });
    expect(await useOnFullDisk(sessionId, 2)).toEqual({ outcome: "over" });
    expect(await use(sessionId, 1)).toMatchObject({ outcome: "renewed", next: 2 });
    expect(await useOnFullDisk(sessionId, 2)).toMatchObject({ outcome: "renewed", next: 2 });
  });

  test("a reused token is still refused", async () => {
    const sessionId = await start();
    await use(sessionId, 1);
    server.clock.advance(GRACE_MS);
    expect(await useOnFullDisk(sessionId, 0)).toMatchObject({ outcome: "revoked" });
  });
});

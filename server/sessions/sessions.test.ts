import { beforeEach, describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import type { KyselyPlugin } from "kysely";
import { StorageRefused } from "#server/db/unavailable.ts";
import { sharedServer } from "#server/testing/sharedServer.ts";
import {
  redeemRefreshToken,
  SUPERSEDED_GRACE_MS,
  startSession,
  startVerifiedSession,
} from "./sessions.ts";

// A fixed seed: the same cases in every run.
fc.configureGlobal({ seed: 20_261_121 });

const DAY = 24 * 60 * 60 * 1000;
const server = sharedServer();
let userId: string;

beforeEach(async () => {
  userId = (await server.as("member")).user.id;
  await server.db.deleteFrom("sessions").execute();
});

const start = () => startSession(server.db, userId, server.clock.time);
const use = (sessionId: string, generation: number) =>
  redeemRefreshToken(server.db, { sessionId, generation }, server.clock.time);

const anyStep = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant("takeNext" as const) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("loseResponse" as const) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("useOld" as const), back: fc.nat(4) }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant("wait" as const), ms: fc.nat(SUPERSEDED_GRACE_MS / 2) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant("wait" as const),
      ms: fc.integer({ min: SUPERSEDED_GRACE_MS, max: DAY }),
    }),
  },
);

test("a superseded token is valid for the grace period, and ends the session afterwards", async () => {
  let revocations = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(anyStep, { maxLength: 25 }), async (steps) => {
      const sessionId = await start();
      // For each generation, the time at which the first use of the next one superseded it.
      const supersededAt: number[] = [];
      let held = 0;
      for (const step of steps) {
        if (step.do === "wait") {
          server.clock.advance(step.ms);
          continue;
        }
        const now = server.clock.time.getTime();
        const generation = step.do === "useOld" ? Math.max(0, held - step.back) : held;
        const superseded = supersededAt[generation];
        const outcome = await use(sessionId, generation);
        if (superseded !== undefined && now - superseded >= SUPERSEDED_GRACE_MS) {
          revocations += 1;
          expect(outcome).toEqual({ outcome: "revoked", userId });
          for (let token = 0; token <= held + 1; token += 1) {
            expect(await use(sessionId, token)).toEqual({ outcome: "over" });
          }
          return;
        }
        // A client that follows the protocol is never signed out.
        if (generation > 0) supersededAt[generation - 1] ??= now;
        if (outcome.outcome !== "renewed") throw new Error(`${outcome.outcome} at ${generation}`);
        if (step.do === "takeNext") held = outcome.next;
      }
      expect(await use(sessionId, held)).toMatchObject({ outcome: "renewed" });
    }),
    { numRuns: process.env["TEST_DEEP"] ? 400 : 150 },
  );
  expect(revocations).toBeGreaterThan(0);
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

test("a generation that was never issued is refused, and the session continues", async () => {
  const sessionId = await start();
  for (const generation of [2, 0.5, Number.NaN, Infinity]) {
    expect(await use(sessionId, generation)).toEqual({ outcome: "over" });
  }
  expect(await use(sessionId, 0)).toMatchObject({ outcome: "renewed" });
});

test("two concurrent uses of a new token supersede the previous one once", async () => {
  const sessionId = await start();
  const outcomes = await Promise.all([1, 1, 1].map((generation) => use(sessionId, generation)));
  expect(outcomes).toMatchObject([2, 2, 2].map((next) => ({ outcome: "renewed", next })));
  const session = server.db.selectFrom("sessions").select(["generation", "superseded"]);
  const { generation, superseded } = await session.executeTakeFirstOrThrow();
  expect(generation).toBe(1);
  expect(JSON.parse(superseded)).toHaveLength(1);
});

test.each([
  ["gets a new password", { password_hash: "another" }],
  ["is deactivated", { is_active: 0 }],
  ["is deleted", undefined],
])(
  "a sign-in gets no session if the account %s while the password is verified",
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
    server.clock.advance(SUPERSEDED_GRACE_MS);
    expect(await useOnFullDisk(sessionId, 0)).toMatchObject({ outcome: "revoked" });
  });
});

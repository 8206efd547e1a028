import { beforeEach, describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import type { KyselyPlugin } from "kysely";
import type { RefreshResponse } from "#contract/shapes/session.ts";
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
const times = () => ({ now: server.clock.time, steady: server.clock.time });
const use = (sessionId: string, generation: number) =>
  redeemRefreshToken(server.db, { sessionId, generation }, times());

/** A client's refresh: sends its token, and may get a next one. */
const refresh = async (refreshToken: string) => {
  const { status, body } = await server.call("POST", "/api/auth/refresh", { refreshToken });
  return { status, next: (body as Partial<RefreshResponse>).refreshToken ?? "" };
};
const auditedRevocations = () =>
  server.db
    .selectFrom("changes")
    .select(["subject_id", "actor_id"])
    .where("kind", "=", "user.session_revoked")
    .execute();

const anyStep = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant("send" as const) }) },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant("arrive" as const),
      nth: fc.nat(3),
      isLost: fc.boolean(),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant("wait" as const), ms: fc.nat(SUPERSEDED_GRACE_MS / 4) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant("leave" as const),
      ms: fc.integer({ min: SUPERSEDED_GRACE_MS, max: DAY }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant("clockBack" as const), ms: fc.nat(DAY) }),
  },
);

/** A browser whose tabs share a stored token. Requests and responses arrive late, or get lost. */
class Browser {
  #onTheWay: { token: string; sentAt: number; next?: string }[] = [];
  #time = 0;
  stored: string;

  constructor(stored: string) {
    this.stored = stored;
  }

  async take(step: typeof anyStep extends fc.Arbitrary<infer Step> ? Step : never): Promise<void> {
    if (step.do === "send") this.#onTheWay.push({ token: this.stored, sentAt: this.#time });
    if (step.do === "arrive") await this.#arrive(step.nth, step.isLost);
    if (step.do === "clockBack") {
      server.clock.time = new Date(server.clock.time.getTime() - step.ms);
    }
    if (step.do !== "wait" && step.do !== "leave") return;
    // No request takes longer than the grace period.
    while (this.#onTheWay.some((one) => this.#time + step.ms - one.sentAt >= SUPERSEDED_GRACE_MS)) {
      await this.#arrive(0, false);
    }
    this.#time += step.ms;
    server.clock.advance(step.ms);
  }

  async #arrive(nth: number, isLost: boolean): Promise<void> {
    const [one] = this.#onTheWay.splice(nth % Math.max(1, this.#onTheWay.length), 1);
    if (!one) return;
    if (one.next === undefined) {
      const { status, next } = await refresh(one.token);
      expect(status).toBe(200);
      if (!isLost) this.#onTheWay.push({ ...one, next });
    } else if (this.stored === one.token) this.stored = one.next;
  }
}

const RUNS = { numRuns: process.env["TEST_DEEP"] ? 400 : 100 };

test("a browser is never signed out by its tabs, lost or late responses, or a clock that is set back", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyStep, { maxLength: 30 }), async (steps) => {
      const browser = new Browser((await server.as("member")).refreshToken);
      for (const step of steps) await browser.take(step);
      expect(await refresh(browser.stored)).toMatchObject({ status: 200 });
    }),
    RUNS,
  );
  expect(await auditedRevocations()).toEqual([]);
});

test("a copied token ends the session within one access token's life, in any order of refreshes", async () => {
  const client = fc.record({
    // A plain client keeps the token that it has.
    rotates: fc.boolean(),
    gapsMs: fc.array(fc.integer({ min: 15_000, max: 900_000 }), { minLength: 6, maxLength: 6 }),
  });
  await fc.assert(
    fc.asyncProperty(
      fc.array(anyStep, { maxLength: 12 }),
      fc.tuple(client, client).filter(([a, b]) => a.rotates || b.rotates),
      async (before, clients) => {
        const { user, refreshToken } = await server.as("member");
        const browser = new Browser(refreshToken);
        for (const step of before) await browser.take(step);
        const tokens = [browser.stored, browser.stored];
        let conflictAt: number | undefined;
        let time = 0;
        for (let turn = 0; ; turn += 1) {
          const which = turn % 2;
          const held = tokens[which] as string;
          const { status, next } = await refresh(held);
          if (status === 401) break;
          // From here on one of them has used a token that the other one lacks.
          if (held !== browser.stored) conflictAt ??= time;
          expect(time - (conflictAt ?? time)).toBeLessThan(SUPERSEDED_GRACE_MS + 900_000);
          if (clients[which]?.rotates) tokens[which] = next;
          const ms = clients[which]?.gapsMs[turn % 6] as number;
          time += ms;
          server.clock.advance(ms);
        }
        for (const token of tokens) expect(await refresh(token)).toMatchObject({ status: 401 });
        expect(await auditedRevocations()).toContainEqual({
          subject_id: user.id,
          actor_id: "server",
        });
      },
    ),
    RUNS,
  );
});

test("parallel refreshes get different tokens, of which one continues", async () => {
  const { refreshToken } = await server.as("member");
  const results = await Promise.all(Array.from({ length: 40 }, () => refresh(refreshToken)));
  const offered = [...new Set(results.map(({ next }) => next))];
  expect(offered).toHaveLength(40);
  const [first = "", sibling = ""] = offered;
  expect(await refresh(first)).toMatchObject({ status: 200 });
  // In the grace period the others get an access token, and no successor.
  expect(await refresh(sibling)).toEqual({ status: 200, next: sibling });
  expect(await refresh(refreshToken)).toEqual({ status: 200, next: refreshToken });
  server.clock.advance(SUPERSEDED_GRACE_MS);
  expect(await refresh(first)).toMatchObject({ status: 200 });
  expect(await refresh(sibling)).toMatchObject({ status: 401 });
  expect(await refresh(first)).toMatchObject({ status: 401 });
});

test("a superseded token stays superseded when the clock is set back", async () => {
  const { refreshToken } = await server.as("member");
  const { next } = await refresh(refreshToken);
  await refresh(next);
  const { time } = server.clock;
  server.clock.advance(SUPERSEDED_GRACE_MS);
  server.clock.time = time;
  expect(await refresh(refreshToken)).toMatchObject({ status: 401 });
  expect(await refresh(next)).toMatchObject({ status: 401 });
});

test("a session of an older version continues with its tokens without an id", async () => {
  const sessionId = await start();
  const superseded = JSON.stringify([server.clock.time.toISOString()]);
  await server.db.updateTable("sessions").set({ generation: 3, superseded }).execute();
  server.clock.advance(DAY);
  expect(await use(sessionId, 3)).toMatchObject({ outcome: "renewed", next: 4 });
  expect(await use(sessionId, 4)).toMatchObject({ outcome: "renewed", next: 5 });
  server.clock.advance(SUPERSEDED_GRACE_MS);
  expect(await use(sessionId, 3)).toMatchObject({ outcome: "revoked" });
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
    redeemRefreshToken(server.db.withPlugin(refusingWrites), { sessionId, generation }, times());

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

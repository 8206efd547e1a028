import { afterEach, beforeEach, expect, jest, test } from "@jest/globals";
import { fastify } from "fastify";
import { transaction } from "#server/db/transaction.ts";
import type { TestUser } from "#server/testing/server.ts";
import { sharedServer, sharedUser } from "#server/testing/sharedServer.ts";
import { type Lease, takeLeases, whileHeld } from "./lease.ts";
import { beginJob, stopJob } from "./queries.ts";
import { createRunner } from "./runner.ts";
import { finishJob, type JobKinds, type JobWork, type Progress, workOn } from "./step.ts";

const server = sharedServer();
const admin = sharedUser(server, "admin", { name: "Ada" });
/** Called in the middle of each step, outside its transaction. */
let inStep: () => Promise<void>;
let ends: string[];

/** Each step adds a team; a job has three. */
const WORK: JobWork = {
  open:
    async () =>
    async (trx, { subject_id }, { at }) => {
      const teams = await trx.selectFrom("teams").select("id").execute();
      const name = `${subject_id} ${teams.length + 1}`;
      await inStep();
      await trx
        .insertInto("teams")
        .values({ id: name, name, description: "", created_at: at.toISOString() })
        .execute();
      return { events: [], hasMore: teams.length < 2 };
    },
  async end(_trx, { subject_id }, { by }) {
    ends.push(by.name);
    return [{ type: "import", id: subject_id, change: "imported", by: null }];
  },
};
const KINDS = new Proxy({}, { get: () => WORK }) as JobKinds;

afterEach(() => {
  jest.useRealTimers();
});

beforeEach(() => {
  inStep = async () => undefined;
  ends = [];
});

/** Begins the job in the name of an admin. */
async function beginLease(by: TestUser, subject_id = "work"): Promise<Lease> {
  const subject = { kind: "user_run", subject_id } as const;
  const context = { by: by.user, at: server.clock.time };
  return await transaction(server.db, (trx) => beginJob(trx, subject, context));
}
/** Begins the job, and returns what a server calls for each step. */
const begin = async (by: TestUser, subject_id?: string): Promise<() => Promise<Progress>> =>
  workOn(server.deps, KINDS, await beginLease(by, subject_id));
/** Another server takes the job, if nobody works on it. */
async function takeOver(): Promise<() => Promise<Progress>> {
  const [lease] = await takeLeases(server.db);
  if (!lease) throw new Error("Somebody works on the job");
  return workOn(server.deps, KINDS, lease);
}
const endLease = async () =>
  await server.db.updateTable("jobs").set({ lease_until: "2000-01-01T00:00:00.000Z" }).execute();
const jobs = async () =>
  await server.db.selectFrom("jobs").select(["state", "stop_reason", "lease_owner"]).execute();
const teams = async () =>
  (await server.db.selectFrom("teams").select("name").orderBy("name").execute()).map(
    ({ name }) => name,
  );

test("a server that has lost its lease to another one changes nothing more", async () => {
  const former = await begin(admin);
  expect(await former()).toBe("more");
  await expect(takeOver()).rejects.toThrow("Somebody works on the job");
  await endLease();
  const present = await takeOver();
  expect(await present()).toBe("more");
  expect(await former()).toBe("lost");
  expect(await teams()).toEqual(["work 1", "work 2"]);
  expect(await present()).toBe("ended");
  expect(await jobs()).toEqual([{ state: "done", stop_reason: "", lease_owner: null }]);
  expect(await former()).toBe("lost");
  expect([await teams(), ends]).toEqual([["work 1", "work 2", "work 3"], ["Ada"]]);
});

test("a server that was suspended doesn't take the job on which it works from itself", async () => {
  await whileHeld(server.db, await beginLease(admin), async () => {
    await endLease();
    expect(await takeLeases(server.db)).toEqual([]);
  });
  expect(await takeLeases(server.db)).toHaveLength(1);
});

test("a lease ends by the database's clock, and one from before that was set back ends at once", async () => {
  await begin(admin);
  jest.useFakeTimers({ now: Date.now() + 60_000, advanceTimers: true });
  await expect(takeOver()).rejects.toThrow("Somebody works on the job");
  jest.useRealTimers();
  const later = "2999-01-01T00:00:00.000Z";
  await server.db.updateTable("jobs").set({ lease_until: later }).execute();
  expect(await takeLeases(server.db)).toHaveLength(1);
});

test("a step that fails changes nothing, and another server does it after a pause", async () => {
  const former = await begin(admin);
  inStep = async () => {
    throw new Error("The disk is full");
  };
  await expect(former()).rejects.toThrow("The disk is full");
  inStep = async () => undefined;
  expect(await teams()).toEqual([]);
  await expect(takeOver()).rejects.toThrow("Somebody works on the job");
  await endLease();
  expect(await finishJob(await takeOver())).toBe("ended");
  expect(await teams()).toEqual(["work 1", "work 2", "work 3"]);
});

test("a job whose first step fails has begun for its maker, and goes on after a pause", async () => {
  await using app = fastify({ logger: false });
  const runner = createRunner(app, server.deps, KINDS, () => 0);
  inStep = async () => {
    throw new Error("Jobs conflict");
  };
  await runner.start(admin.user.id, () => beginLease(admin));
  expect(await jobs()).toMatchObject([{ state: "running" }]);
  inStep = async () => undefined;
  await endLease();
  expect(await finishJob(await takeOver())).toBe("ended");
});

test("makers take turns, one step at a time, and requests that never end don't stop them", async () => {
  await using app = fastify({ logger: false });
  const eve = await server.as("admin", { name: "Eve" });
  const order: string[] = [];
  let running = 0;
  const work: JobWork = {
    ...WORK,
    open:
      async () =>
      async (_trx, { subject_id }) => {
        running += 1;
        expect(running).toBe(1);
        await new Promise(setImmediate);
        running -= 1;
        return { events: [], hasMore: order.push(subject_id) <= 4 };
      },
  };
  const kinds = new Proxy({}, { get: () => work }) as JobKinds;
  const runner = createRunner(app, server.deps, kinds, () => 1);
  const leases = [
    await beginLease(admin, "a1"),
    await beginLease(admin, "a2"),
    await beginLease(admin, "a3"),
    await beginLease(eve, "e1"),
  ];
  expect(await Promise.all(leases.map(runner.finish))).toEqual(leases.map(() => "ended"));
  expect(order.slice(0, 4)).toEqual(["a1", "a2", "e1", "a3"]);
});

test("a job that keeps failing is tried ever more rarely, and is stopped after two hours", async () => {
  let next = await begin(admin);
  const fail = async () => {
    throw new Error("A bug");
  };
  const pauseMs = async () => {
    const { lease_until } = await server.db
      .selectFrom("jobs")
      .selectAll()
      .executeTakeFirstOrThrow();
    return Date.parse(lease_until ?? "") - Date.now();
  };
  inStep = fail;
  await expect(next()).rejects.toThrow("A bug");
  expect(await pauseMs()).toBeLessThanOrEqual(15_000);
  // A step that succeeds in between makes the pauses short again.
  await endLease();
  next = await takeOver();
  inStep = async () => undefined;
  expect(await next()).toBe("more");
  inStep = fail;
  await expect(next()).rejects.toThrow("A bug");
  expect(await pauseMs()).toBeLessThanOrEqual(15_000);
  let together = await pauseMs();
  for (let failures = 1; failures < 20; failures += 1) {
    await endLease();
    await expect((await takeOver())()).rejects.toThrow("A bug");
    together += await pauseMs();
  }
  expect(together).toBeGreaterThan(2 * 60 * 60 * 1000);
  await endLease();
  expect(await (await takeOver())()).toBe("ended");
  expect(await jobs()).toMatchObject([
    { state: "stopped", stop_reason: "It failed repeatedly: the server's log says why" },
  ]);
  expect(ends).toEqual(["Ada"]);
});

test("a stopped job does no further step, and can be begun again by another admin", async () => {
  const eve = await server.as("admin", { name: "Eve" });
  const next = await begin(admin);
  await next();
  // Any server ends it, without waiting for the lease.
  const lease = await stopJob(server.db, "work", eve.user);
  if (!lease) throw new Error("The job has ended");
  expect(await stopJob(server.db, "work", eve.user)).toBeUndefined();
  expect(await workOn(server.deps, KINDS, lease)()).toBe("ended");
  expect(await next()).toBe("lost");
  expect(await jobs()).toMatchObject([{ state: "stopped", stop_reason: "Stopped by Eve" }]);
  expect(await finishJob(await begin(eve))).toBe("ended");
  expect(await jobs()).toMatchObject([{ state: "done", stop_reason: "" }]);
  expect([await teams(), ends]).toEqual([
    ["work 1", "work 2", "work 3"],
    ["Ada", "Eve"],
  ]);
});

test("a job goes on if another one begins or is stopped", async () => {
  const next = await begin(admin);
  await begin(admin, "other");
  await stopJob(server.db, "other", admin.user);
  expect(await finishJob(next)).toBe("ended");
  expect(await teams()).toEqual(["work 1", "work 2", "work 3"]);
});

test("a job whose maker lost the role between two steps stops", async () => {
  const next = await begin(admin);
  await next();
  await server.db.updateTable("users").set({ role: "member" }).execute();
  expect(await next()).toBe("ended");
  expect(await jobs()).toMatchObject([
    { state: "stopped", stop_reason: "Ada is no longer an active admin" },
  ]);
  expect(await teams()).toEqual(["work 1"]);
});

import { afterAll, afterEach, beforeAll, expect, jest, test } from "@jest/globals";
import fc from "fast-check";
import { toast } from "react-hot-toast/headless";
import { runs } from "#testing/schedules/runs.ts";
import { loadAllScreens } from "#testing/screens/allScreens.ts";
import { checkNow, checkSettled } from "#testing/sessions/expectations.ts";
import { pass, type Step, settle, statusOf, step, take, userOf } from "#testing/sessions/steps.ts";
import { World, type WorldOptions } from "#testing/sessions/world.ts";

const SCHEDULES = runs(400);

const EXPIRED = "Session expired. Please login again.";

const realFetch = globalThis.fetch;
const errors = jest.spyOn(toast, "error");

beforeAll(async () => {
  await loadAllScreens();
  // Redux's checks of every action would take ten times as long as everything else.
  process.env["NODE_ENV"] = "production";
  jest.useFakeTimers({ doNotFake: ["setImmediate", "queueMicrotask", "nextTick"] });
  // Thousands of stores would keep listeners on one window.
  jest.spyOn(window, "addEventListener").mockImplementation(() => undefined);
  jest.spyOn(document, "addEventListener").mockImplementation(() => undefined);
  errors.mockImplementation(() => "");
  jest.spyOn(toast, "success").mockImplementation(() => "");
  jest.spyOn(AbortSignal, "timeout").mockImplementation((ms) => {
    const controller = new AbortController();
    setTimeout(() => controller.abort(new DOMException("Too late", "TimeoutError")), ms);
    return controller.signal;
  });
});

afterEach(() => {
  jest.clearAllTimers();
});

afterAll(() => {
  process.env["NODE_ENV"] = "test";
  jest.useRealTimers();
  jest.restoreAllMocks();
  globalThis.fetch = realFetch;
});

/** Restores the network and advances time until everything has settled. */
async function settleEverything(world: World) {
  for (let round = 0; round < 60; round += 1) {
    world.giveUpHanging();
    // One by one, as a browser does.
    while (world.pending.length > 0) {
      world.deliver(0, "ok");
      await settle();
    }
    await pass(round < 12 ? 1_000 : 10_000);
    const isBusy = world.pending.length > 0 || world.waiting.size > 0;
    if (round < 4 || isBusy || world.tabs.some((one) => statusOf(one) === "expired")) continue;
    // Screens that unmount have immediate effects.
    await pass(1);
    return;
  }
}

async function run(options: WorldOptions, steps: readonly Step[]) {
  jest.setSystemTime(new Date("2026-01-01T12:00:00Z"));
  errors.mockClear();
  const check = () =>
    checkNow(world, options, errors.mock.calls.filter(([text]) => text === EXPIRED).length);
  const world = new World(options);
  globalThis.fetch = world.fetch as unknown as typeof fetch;
  try {
    for (const one of steps) {
      await take(world, one);
      check();
    }
    await settleEverything(world);
    check();
    checkSettled(world);
    // A signed-in tab sends a call, to learn whether its session is still valid.
    const wasGood = world.server.isGood(world.shared.get("refreshToken") ?? null);
    const before = world.tabs.map(userOf);
    // Without locks two tabs may refresh at once, so that the stored token is not the newest one, while
    // a tab's access token still works.
    const mayStay = world.tabs.some(({ tokens }) => world.server.accepts(tokens.accessToken));
    for (const index of world.tabs.keys()) world.ask(index, "query");
    await settleEverything(world);
    check();
    checkSettled(world);
    for (const [index, one] of world.tabs.entries()) {
      if (!wasGood && mayStay) expect([before[index], null]).toContain(userOf(one));
      else expect(userOf(one)).toBe(wasGood ? before[index] : null);
    }
  } finally {
    world.close();
    jest.clearAllTimers();
  }
}

const options: fc.Arbitrary<WorldOptions> = fc.record({
  tabs: fc.integer({ min: 1, max: 3 }),
  rotates: fc.boolean(),
  hasLocks: fc.constantFrom(true, true, true, true, true, false),
  hasChannels: fc.boolean(),
});

/** Begins after a sign-in, where most failures can happen. */
const BEGIN: Step[] = [
  { type: "signIn", tab: 0, user: "ada" },
  ...Array.from({ length: 5 }, (): Step => ({ type: "deliver", nth: 0, fate: "ok" })),
];

test(
  `session: rules hold in ${SCHEDULES.numRuns} schedules of tabs, network and server`,
  async () => {
    const steps = fc.array(step, { minLength: 5, maxLength: 18, size: "max" });
    await fc.assert(
      fc.asyncProperty(
        options,
        steps,
        async (given, rest) => await run(given, [...BEGIN, ...rest]),
      ),
      SCHEDULES,
    );
  },
  600_000 + SCHEDULES.numRuns * 300,
);

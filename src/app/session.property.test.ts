import { afterAll, afterEach, beforeAll, expect, jest, test } from "@jest/globals";
import fc from "fast-check";
import { toast } from "react-hot-toast/headless";
import { dragStarted } from "#features/changes/boardSlice.ts";
import { addressOpened, searchTyped } from "#features/filters/filtersSlice.ts";
import { TASK_VIEW } from "#features/filters/listQuery.ts";
import { userBulk } from "#features/users/userBulk.ts";
import { readView } from "#lib/filters/view.ts";
import { sessionApi } from "#session/sessionApi.ts";
import { loadAllScreens } from "#testing/allScreens.ts";
import { runs } from "#testing/schedules/runs.ts";
import { secretOf, USERS, type UserName } from "#testing/sessions/server.ts";
import type { Tab } from "#testing/sessions/tab.ts";
import { type Fate, World, type WorldOptions } from "#testing/sessions/world.ts";

const SCHEDULES = runs(400);

const EXPIRED = "Session expired. Please login again.";

const realFetch = globalThis.fetch;
const realSetImmediate = globalThis.setImmediate;
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

/** Runs all microtasks and due timers. */
async function settle() {
  for (let turn = 0; turn < 2; turn += 1) await new Promise((resolve) => realSetImmediate(resolve));
}

async function pass(ms: number) {
  jest.advanceTimersByTime(ms);
  await settle();
}

type Step =
  | { type: "deliver"; nth: number; fate: Fate }
  | { type: "query" | "mutation" | "signOut" | "fill" | "restore"; tab: number }
  | { type: "signIn"; tab: number; user: UserName }
  | { type: "time"; ms: number }
  | { type: "sleep" }
  | { type: "clockSet"; ms: number }
  | { type: "revoke" };

const tab = fc.nat({ max: 2 });
const fate = fc.oneof(
  { weight: 12, arbitrary: fc.constant<Fate>("ok") },
  { weight: 4, arbitrary: fc.constantFrom<Fate>("unreachable", "lost", "fails", "hangs") },
);

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 24,
    arbitrary: fc.record({ type: fc.constant("deliver" as const), nth: fc.nat({ max: 6 }), fate }),
  },
  {
    weight: 8,
    arbitrary: fc.record({ type: fc.constantFrom("query" as const, "mutation" as const), tab }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      type: fc.constantFrom("signOut" as const, "fill" as const, "restore" as const),
      tab,
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      type: fc.constant("signIn" as const),
      tab,
      user: fc.constantFrom(...USERS),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      type: fc.constant("time" as const),
      ms: fc.constantFrom(1, 150, 600, 1_000, 11_000, 45_000),
    }),
  },
  { weight: 3, arbitrary: fc.constant({ type: "sleep" as const }) },
  {
    weight: 1,
    arbitrary: fc.record({
      type: fc.constant("clockSet" as const),
      ms: fc.constantFrom(-86_400_000, -1_000, 86_400_000),
    }),
  },
  { weight: 1, arbitrary: fc.constant({ type: "revoke" as const }) },
);

const { login, logout } = sessionApi.endpoints;

const statusOf = ({ store }: Tab) => store.getState().session.status;

function userOf({ store }: Tab): string | null {
  const { session } = store.getState();
  return session.status === "signedOut" ? null : (session.user?.id ?? null);
}

/** Puts data of the user into the cache, slices and drafts of a tab. */
function fill(world: World, one: Tab) {
  const user = userOf(one) as UserName | null;
  if (!user) return;
  const secret = secretOf(user);
  const { dispatch } = one.store;
  dispatch(dragStarted({ cardId: secret }));
  dispatch(addressOpened({ query: readView(TASK_VIEW, "") }));
  dispatch(searchTyped({ text: secret }));
  const id = `${user}.bulk${world.newTag()}.${secret}`;
  const items = [{ id, change: { is_active: false } }];
  dispatch(userBulk.actions.bulkRequested({ action: { active: false }, items }));
  one.drafts.open(user, "task:new");
  one.drafts.keep(user, "task:new", { values: { title: secret } });
}

async function take(world: World, one: Step): Promise<void> {
  const at = (index: number) => world.tabs[index % world.tabs.length] as Tab;
  switch (one.type) {
    case "deliver":
      world.deliver(one.nth, one.fate);
      break;
    case "query":
    case "mutation":
      world.ask(one.tab, one.type);
      break;
    case "fill":
      fill(world, at(one.tab));
      break;
    case "restore":
      // The tab returns from the back/forward cache, in which it received no events.
      at(one.tab).events.dispatchEvent(Object.assign(new Event("pageshow"), { persisted: true }));
      break;
    case "signOut":
      // Only a signed-in user has the logout button.
      if (userOf(at(one.tab))) world.watch(at(one.tab).store.dispatch(logout.initiate()));
      break;
    case "signIn":
      if (statusOf(at(one.tab)) !== "signedOut") break;
      world.watch(
        at(one.tab).store.dispatch(login.initiate({ email: one.user, password: "x".repeat(8) })),
      );
      break;
    case "time":
      await pass(one.ms);
      break;
    case "sleep":
      // The computer sleeps for an hour: timers stand still, but the server's time goes on.
      world.server.now += 3_600_000;
      break;
    case "clockSet":
      jest.setSystemTime(Date.now() + one.ms);
      break;
    case "revoke":
      world.server.endSessions();
      break;
  }
  await settle();
}

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

/** The data in a tab: cache, slices and drafts. */
function contentsOf({ store, storage }: Tab): string {
  return JSON.stringify([store.getState(), [...storage]]);
}

/** Must hold after each step. */
function checkNow(world: World, { hasLocks }: WorldOptions) {
  const found = world.violations.filter((it) => hasLocks || it !== "two refreshes are in flight");
  expect(found).toEqual([]);
  for (const { statuses } of world.tabs) {
    // An expired session leads to sign-in or to a new session.
    expect(statuses.join(" ")).not.toMatch(/expired (?!signedOut|signedIn)/);
  }
  // Only the server's refusal may expire a session.
  const expiries = world.tabs.flatMap(({ statuses }) => statuses).filter((it) => it === "expired");
  if (expiries.length > 0) expect(world.refusals).toBeGreaterThan(0);
  const expiryToasts = errors.mock.calls.filter(([text]) => text === EXPIRED);
  expect(expiryToasts).toHaveLength(expiries.length);
}

/** Must hold when every event has arrived. */
function checkSettled(world: World) {
  expect(world.waiting.size).toBe(0);
  const token = world.shared.items.get("refreshToken") ?? null;
  const stored = JSON.parse(world.shared.items.get("user") ?? "null") as { id: string } | null;
  const user = token === null ? null : (stored?.id ?? null);
  for (const one of world.tabs) {
    // All tabs show the stored user.
    expect(userOf(one)).toBe(user);
    // No data of another user remains.
    const others = USERS.filter((name) => name !== user);
    // After an expired session the user's own drafts remain.
    const contents = user === null ? JSON.stringify(one.store.getState()) : contentsOf(one);
    for (const other of others) {
      // A failure shows the text before the leaked data, not the whole contents.
      expect(
        contents
          .split(secretOf(other))
          .slice(0, -1)
          .map((text) => text.slice(-80)),
      ).toEqual([]);
    }
    if (world.shared.items.get("sessionEnd") === "signedOut") expect([...one.storage]).toEqual([]);
  }
  if (user === null) {
    for (const [key, value] of world.shared.items) {
      expect([key, value]).not.toEqual([key, expect.stringMatching(/ada|bob/)]);
    }
  }
}

async function run(options: WorldOptions, steps: readonly Step[]) {
  jest.setSystemTime(new Date("2026-01-01T12:00:00Z"));
  errors.mockClear();
  const world = new World(options);
  globalThis.fetch = world.fetch;
  try {
    for (const one of steps) {
      await take(world, one);
      checkNow(world, options);
    }
    await settleEverything(world);
    checkNow(world, options);
    checkSettled(world);
    // A signed-in tab sends a call, to learn whether its session is still valid.
    const wasGood = world.server.isGood(world.shared.items.get("refreshToken") ?? null);
    const before = world.tabs.map(userOf);
    // Without locks two tabs may refresh at once, so that the stored token is not the newest one, while
    // a tab's access token still works.
    const mayStay = world.tabs.some(({ tokens }) => world.server.accepts(tokens.accessToken));
    for (const index of world.tabs.keys()) world.ask(index, "query");
    await settleEverything(world);
    checkNow(world, options);
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
  hasLocks: fc.oneof(
    { weight: 5, arbitrary: fc.constant(true) },
    { weight: 1, arbitrary: fc.constant(false) },
  ),
  hasChannels: fc.boolean(),
});

/** Begins after a sign-in, where most failures can happen. */
const BEGIN: Step[] = [
  { type: "signIn", tab: 0, user: "ada" },
  { type: "deliver", nth: 0, fate: "ok" },
  { type: "deliver", nth: 0, fate: "ok" },
  { type: "deliver", nth: 0, fate: "ok" },
  { type: "deliver", nth: 0, fate: "ok" },
  { type: "deliver", nth: 0, fate: "ok" },
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

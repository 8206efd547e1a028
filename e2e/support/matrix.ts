import type { Locator } from "@playwright/test";
import type { Call, Fault } from "./fault.ts";
import type { FaultProxy } from "./faultProxy.ts";
import type { Stage } from "./stage.ts";
import { expect } from "./test.ts";

type Own = (call: Call) => boolean;

/**
 * The faults. Some affect only the flow's own calls, the others every call of the app. `outcome` is the
 * expected one:
 * - `passes`: the flow succeeds;
 * - `fails`: the server has not applied the change, and the app knows or must assume so;
 * - `unsure`: the server has applied the change, but the app can't know;
 * - `hangs`: no response arrives before the fault ends;
 * - `away`: no call gets through, and the app says that it is offline.
 *
 * `cuts` says that the connection fails, so that the browser decides what the app learns.
 */
export const FAULTS = {
  delay: {
    outcome: "passes",
    cuts: false,
    start: (network) => network.fault("delay", { ms: 400 }),
  },
  "drop before": {
    outcome: "fails",
    cuts: true,
    start: (network, matches) => network.fault("drop before", { matches }),
  },
  "drop after": {
    outcome: "unsure",
    cuts: true,
    start: (network, matches) => network.fault("drop after", { matches }),
  },
  cut: {
    outcome: "unsure",
    cuts: true,
    start: (network, matches) => network.fault("cut", { matches }),
  },
  reorder: { outcome: "passes", cuts: false, start: (network) => network.fault("reorder") },
  "401 storm": { outcome: "passes", cuts: false, start: (network) => network.fault("401 storm") },
  "401 storm, two refreshes fail": {
    outcome: "passes",
    cuts: false,
    start: (network) => network.fault("401 storm", { refusedRefreshes: 2 }),
  },
  "answers 500": {
    outcome: "fails",
    cuts: false,
    start: (network, matches) => network.fault("500", { matches }),
  },
  "half-open": { outcome: "hangs", cuts: true, start: (network) => network.fault("half-open") },
  outage: { outcome: "away", cuts: true, start: (network) => network.fault("drop before") },
} as const satisfies Record<
  string,
  {
    outcome: "passes" | "fails" | "unsure" | "hangs" | "away";
    cuts: boolean;
    start: (network: FaultProxy, own: Own) => Fault;
  }
>;

export type FaultName = keyof typeof FAULTS;

/** A flow that only reads. */
export interface ReadFlow {
  kind: "read";
  name: string;
  /** Its own calls, such as `GET /api/kanban/board`. */
  calls: RegExp;
  /** Prepares the flow, and returns its steps and expectations. */
  begin: (stage: Stage) => Promise<View>;
}

export interface View {
  open: () => Promise<unknown>;
  /** The content after success. */
  shown: () => Promise<unknown>;
  /** The content after a failure; null if the previous screen stays. */
  failed: Locator | null;
}

/** A flow that changes data. */
export interface Change {
  kind: "change";
  name: string;
  /** Its own calls, such as `PATCH /api/kanban/1/status`. */
  calls: RegExp;
  /** The flow runs outside the shell, which would show the connection banner. */
  outside?: boolean;
  begin: (stage: Stage) => Promise<Attempt>;
}

export interface Attempt {
  /** Sends the change; may be called again after a failure. */
  send: () => Promise<unknown>;
  /** The content before the response. */
  whilePending?: () => Promise<unknown>;
  success: string;
  failure: string;
  /** The toast instead of `failure` if the server responds with an error. */
  refused?: string;
  /** The form still has its text. */
  kept?: () => Promise<unknown>;
  /** The content after the server has applied the change. */
  shown: () => Promise<unknown>;
  /** After a lost response: the toast, and the content; by default `shown`. */
  unsure?: { says?: string; shows?: () => Promise<unknown>; times?: number };
  /** Without a connection the change waits, and the app sends it later. */
  waits?: boolean;
  /** A request that hung is sent again: the server creates nothing twice. */
  repeats?: boolean;
  /** Restores the screen's former state. */
  afterwards?: () => Promise<unknown>;
}

export type Flow = ReadFlow | Change;

interface Cell {
  stage: Stage;
  name: FaultName;
  own: Own;
  outcome: (typeof FAULTS)[FaultName]["outcome"];
  start: () => Fault;
}

/** Expects exactly these toasts. */
export async function expectSaid(stage: Stage, texts: readonly string[]): Promise<void> {
  await expect.poll(stage.toasts).toEqual(texts);
}

/** The banner that says that the app is offline. */
export const offlineBanner = ({ page }: Stage): Locator =>
  page.getByRole("status", { name: "Connection" }).getByText("No connection.");

/** Long enough to hold all calls of a flow, but too short to trigger a connection check. */
const hold = () =>
  new Promise((resolve) => {
    setTimeout(resolve, 400);
  });

/** Waits until no call but the event stream is under way. */
async function atRest({ network }: Stage): Promise<void> {
  const calls = () => network.pending.filter(({ path }) => path !== "/api/events");
  await expect.poll(calls, { intervals: [20] }).toEqual([]);
}

async function runReadFlow(flow: ReadFlow, { stage, outcome, start }: Cell): Promise<void> {
  const view = await flow.begin(stage);
  await atRest(stage);
  const fault = start();
  await view.open();
  if (outcome === "passes") {
    await view.shown();
    fault.end();
    return;
  }
  await fault.hit;
  if (outcome === "hangs") await hold();
  else if (outcome === "away") await expect(offlineBanner(stage)).toBeVisible();
  else if (view.failed) await expect(view.failed).toBeVisible();
  fault.end();
  await view.shown();
  if (outcome === "away") await expect(offlineBanner(stage)).toBeHidden();
}

async function runChange(flow: Change, { stage, own, name, outcome, start }: Cell): Promise<void> {
  const { network } = stage;
  const attempt = await flow.begin(stage);
  const failure = name === "answers 500" ? (attempt.refused ?? attempt.failure) : attempt.failure;
  await atRest(stage);
  await stage.clearToasts();
  network.forwarded.length = 0;
  const done = () => network.forwarded.filter(own).length;
  const fault = start();
  await attempt.send();
  await fault.hit;

  if (outcome === "passes") {
    if (name === "delay") await attempt.whilePending?.();
    await expectSaid(stage, [attempt.success]);
    fault.end();
    await attempt.shown();
    expect(done(), "calls that reached the server").toBe(1);
    await attempt.afterwards?.();
    return;
  }
  if (outcome === "unsure") {
    await expectSaid(stage, [attempt.unsure?.says ?? attempt.failure]);
    await attempt.kept?.();
    fault.end();
    await (attempt.unsure?.shows ?? attempt.shown)();
    expect(done(), "calls that reached the server").toBe(attempt.unsure?.times ?? 1);
    await attempt.afterwards?.();
    return;
  }
  if (outcome === "away" && !flow.outside) await expect(offlineBanner(stage)).toBeVisible();
  if (outcome === "hangs") {
    await attempt.whilePending?.();
    await hold();
    fault.end();
  }
  if ((attempt.waits && outcome === "away") || (attempt.repeats && outcome === "hangs")) {
    if (outcome === "away") await attempt.whilePending?.();
    fault.end();
    await expectSaid(stage, [attempt.success]);
  } else {
    await expectSaid(stage, [failure]);
    await attempt.kept?.();
    expect(done(), "calls that reached the server").toBe(0);
    fault.end();
    if (outcome === "away") await expect(offlineBanner(stage)).toBeHidden();
    await attempt.send();
    await expectSaid(stage, [failure, attempt.success]);
  }
  await attempt.shown();
  expect(done(), "calls that reached the server").toBe(1);
  await attempt.afterwards?.();
}

/** A read changes nothing, so a lost response has the same effect as a lost request. */
export const applies = (flow: Flow, name: FaultName): boolean =>
  flow.kind === "change" || name !== "drop after";

/** Runs a flow under a fault, and expects the screen to recover. */
export async function runUnderFault(flow: Flow, stage: Stage, name: FaultName): Promise<void> {
  const own: Own = ({ method, path }) => flow.calls.test(`${method} ${path}`);
  const { outcome, start } = FAULTS[name];
  const cell: Cell = { stage, name, own, outcome, start: () => start(stage.network, own) };
  if (flow.kind === "read") await runReadFlow(flow, cell);
  else await runChange(flow, cell);
  await expect(stage.page.locator("[aria-busy=true]")).toHaveCount(0);
}

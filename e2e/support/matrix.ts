import type { Locator } from "@playwright/test";
import type { Call, Fault } from "./fault.ts";
import type { FaultProxy } from "./faultProxy.ts";
import type { Stage } from "./stage.ts";
import { expect } from "./test.ts";

type Own = (call: Call) => boolean;

/**
 * The faults. Some affect only the flow's own calls, the others every call of the app. The expected
 * outcome:
 * - `passes`: the flow succeeds;
 * - `fails`: the server has not applied the change, and the app knows or must assume so;
 * - `unsure`: the server has applied the change, but the app can't know;
 * - `hangs`: no response arrives before the fault ends;
 * - `away`: no call gets through, and the app says that it is offline.
 */
export const FAULTS = {
  delay: { makes: "passes", start: (network) => network.fault("delay", { ms: 400 }) },
  "drop before": {
    makes: "fails",
    start: (network, matches) => network.fault("drop before", { matches }),
  },
  "drop after": {
    makes: "unsure",
    start: (network, matches) => network.fault("drop after", { matches }),
  },
  cut: { makes: "unsure", start: (network, matches) => network.fault("cut", { matches }) },
  reorder: { makes: "passes", start: (network) => network.fault("reorder") },
  "401 storm": { makes: "passes", start: (network) => network.fault("401 storm") },
  "401 storm, two refreshes fail": {
    makes: "passes",
    start: (network) => network.fault("401 storm", { refusedRefreshes: 2 }),
  },
  "answers 500": { makes: "fails", start: (network, matches) => network.fault("500", { matches }) },
  "half-open": { makes: "hangs", start: (network) => network.fault("half-open") },
  outage: { makes: "away", start: (network) => network.fault("drop before") },
} as const satisfies Record<
  string,
  {
    makes: "passes" | "fails" | "unsure" | "hangs" | "away";
    start: (network: FaultProxy, own: Own) => Fault;
  }
>;

export type FaultName = keyof typeof FAULTS;

interface Common {
  name: string;
  /** Faults that don't apply to the flow, with the reason. */
  without?: Partial<Record<FaultName, string>>;
}

/** A flow that only reads. */
export interface ReadFlow extends Common {
  kind: "look";
  /** Its own calls, such as `GET /api/kanban/board`. */
  calls: RegExp;
  /** Prepares the flow, and returns its steps and expectations. */
  begin: (stage: Stage) => Promise<View>;
}

export interface View {
  open: () => Promise<unknown>;
  /** The content after success. */
  shown: () => Promise<unknown>;
  /** The content after a failure; null if the screen before stays. */
  failed: Locator | null;
  /** Returns without a reload, as a user does, if the app has navigated away. */
  again?: () => Promise<unknown>;
}

/** A flow that changes data. */
export interface Change extends Common {
  kind: "change";
  /** Its own calls, such as `PATCH /api/kanban/1/status`. */
  calls: RegExp;
  /** The flow runs outside the shell, which would show the connection banner. */
  outside?: boolean;
  /** How many calls it sends; by default one. */
  times?: number;
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
  /** Restores the screen's former state. */
  afterwards?: () => Promise<unknown>;
}

/** A flow that succeeds under every fault. */
export interface ResilientFlow extends Common {
  kind: "firm";
  begin: (stage: Stage) => Promise<Pick<Attempt, "send" | "shown"> & { says: string }>;
}

export type Flow = ReadFlow | Change | ResilientFlow;

interface Cell {
  stage: Stage;
  name: FaultName;
  own: Own;
  makes: (typeof FAULTS)[FaultName]["makes"];
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

async function look(flow: ReadFlow, { stage, makes, start }: Cell): Promise<void> {
  const view = await flow.begin(stage);
  await atRest(stage);
  const fault = start();
  await view.open();
  if (makes === "passes") {
    await view.shown();
    fault.end();
    return;
  }
  await fault.hit;
  if (makes === "hangs") await hold();
  else if (makes === "away") await expect(offlineBanner(stage)).toBeVisible();
  else if (view.failed) await expect(view.failed).toBeVisible();
  fault.end();
  await view.again?.();
  await view.shown();
  if (makes === "away") await expect(offlineBanner(stage)).toBeHidden();
}

async function change(flow: Change, { stage, own, name, makes, start }: Cell): Promise<void> {
  const { network } = stage;
  const attempt = await flow.begin(stage);
  const times = flow.times ?? 1;
  const failure = name === "answers 500" ? (attempt.refused ?? attempt.failure) : attempt.failure;
  await atRest(stage);
  await stage.clearToasts();
  network.forwarded.length = 0;
  const done = () => network.forwarded.filter(own).length;
  const fault = start();
  await attempt.send();
  await fault.hit;

  if (makes === "passes") {
    if (name === "delay") await attempt.whilePending?.();
    await expectSaid(stage, [attempt.success]);
    fault.end();
    await attempt.shown();
    expect(done(), "calls that reached the server").toBe(times);
    await attempt.afterwards?.();
    return;
  }
  if (makes === "unsure") {
    await expectSaid(stage, [attempt.unsure?.says ?? attempt.failure]);
    await attempt.kept?.();
    fault.end();
    await (attempt.unsure?.shows ?? attempt.shown)();
    expect(done(), "calls that reached the server").toBe(attempt.unsure?.times ?? times);
    await attempt.afterwards?.();
    return;
  }
  if (makes === "away" && !flow.outside) await expect(offlineBanner(stage)).toBeVisible();
  if (makes === "hangs") {
    await attempt.whilePending?.();
    await hold();
    fault.end();
  }
  if (attempt.waits && makes === "away") {
    await attempt.whilePending?.();
    fault.end();
    await expectSaid(stage, [attempt.success]);
  } else {
    await expectSaid(stage, [failure]);
    await attempt.kept?.();
    expect(done(), "calls that reached the server").toBe(0);
    fault.end();
    if (makes === "away") await expect(offlineBanner(stage)).toBeHidden();
    await attempt.send();
    await expectSaid(stage, [failure, attempt.success]);
  }
  await attempt.shown();
  expect(done(), "calls that reached the server").toBe(times);
  await attempt.afterwards?.();
}

async function firm(flow: ResilientFlow, { stage, start }: Cell): Promise<void> {
  const { send, shown, says } = await flow.begin(stage);
  await stage.clearToasts();
  const fault = start();
  await send();
  await shown();
  await expectSaid(stage, [says]);
  fault.end();
  await shown();
}

/** The reason why a fault doesn't apply to a flow; undefined if it applies. */
export function reasonAgainst(flow: Flow, name: FaultName): string | undefined {
  if (flow.kind === "look" && name === "drop after") {
    return "A question changes nothing: whether the server has read it makes no difference.";
  }
  return flow.without?.[name];
}

/** Runs a flow under a fault, and expects the screen to recover. */
export async function runUnderFault(flow: Flow, stage: Stage, name: FaultName): Promise<void> {
  const own: Own = ({ method, path }) =>
    flow.kind !== "firm" && flow.calls.test(`${method} ${path}`);
  const { makes, start } = FAULTS[name];
  const cell: Cell = { stage, name, own, makes, start: () => start(stage.network, own) };
  if (flow.kind === "look") await look(flow, cell);
  else if (flow.kind === "change") await change(flow, cell);
  else await firm(flow, cell);
  await expect(stage.page.locator("[aria-busy=true]")).toHaveCount(0);
}

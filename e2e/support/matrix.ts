import type { Locator } from "@playwright/test";
import type { Call, Fault } from "./fault.ts";
import type { FaultProxy } from "./faultProxy.ts";
import type { Stage } from "./stage.ts";
import { expect } from "./test.ts";

type Own = (call: Call) => boolean;

/**
 * The faults. Those of one call hit the flow's own calls and leave the rest in peace; the others
 * hit all that the app asks. What the app is to make of it:
 * - `passes`: the flow succeeds, as if nothing were wrong;
 * - `fails`: the server has not done it, and the app knows or must assume so;
 * - `unsure`: the server has done it, and the app can't know;
 * - `hangs`: nothing comes until the end;
 * - `away`: nothing gets through, and the app says that it is offline.
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
  /** Cells that make no sense, with the reason. */
  without?: Partial<Record<FaultName, string>>;
}

/** A flow that shows something. */
export interface Look extends Common {
  kind: "look";
  /** Its own calls, as `GET /api/kanban/board`. */
  calls: RegExp;
  /** Prepares, and returns what a person does and sees. */
  begin: (stage: Stage) => Promise<View>;
}

export interface View {
  open: () => Promise<unknown>;
  /** What is to be seen. */
  shown: () => Promise<unknown>;
  /** What stands there instead when it can't be shown; null if the screen before stays. */
  failed: Locator | null;
  /** What a person does, short of loading the page again, when the app has led elsewhere. */
  again?: () => Promise<unknown>;
}

/** A flow that changes something. */
export interface Change extends Common {
  kind: "change";
  /** Its own calls, as `PATCH /api/kanban/1/status`. */
  calls: RegExp;
  /** It happens outside the shell, which would say that the connection is gone. */
  outside?: boolean;
  /** How many of them it makes; one unless given. */
  times?: number;
  begin: (stage: Stage) => Promise<Attempt>;
}

export interface Attempt {
  /** Sends it; may be called again after a failure. */
  send: () => Promise<unknown>;
  /** What is to be seen while the answer is awaited. */
  meanwhile?: () => Promise<unknown>;
  success: string;
  failure: string;
  /** What is said instead of `failure` when the server answers with an error of its own. */
  refused?: string;
  /** What was typed stands there still. */
  kept?: () => Promise<unknown>;
  /** What is to be seen when the server has done it. */
  shown: () => Promise<unknown>;
  /** When the answer was lost: what is said, and what is to be seen; `shown` unless given. */
  unsure?: { says?: string; shows?: () => Promise<unknown>; times?: number };
  /** Without a connection it waits, and is sent by the app itself. */
  waits?: boolean;
  /** Leaves the screen as it was found. */
  afterwards?: () => Promise<unknown>;
}

/** A flow that succeeds whatever the network does. */
export interface Firm extends Common {
  kind: "firm";
  begin: (stage: Stage) => Promise<Pick<Attempt, "send" | "shown"> & { says: string }>;
}

export type Flow = Look | Change | Firm;

interface Cell {
  stage: Stage;
  name: FaultName;
  own: Own;
  makes: (typeof FAULTS)[FaultName]["makes"];
  start: () => Fault;
}

/** Expects toasts to have said these texts, and nothing else. */
export async function expectSaid(stage: Stage, texts: readonly string[]): Promise<void> {
  await expect.poll(stage.toasts).toEqual(texts);
}

/** What the shell says while the connection is gone. */
export const offlineSign = ({ page }: Stage): Locator =>
  page.getByRole("status", { name: "Connection" }).getByText("No connection.");

/** Long enough for all calls of a flow to be held, too short for the app to have doubts. */
const hold = () =>
  new Promise((resolve) => {
    setTimeout(resolve, 400);
  });

/** Nothing is under way but the stream of events. */
async function atRest({ network }: Stage): Promise<void> {
  const calls = () => network.pending.filter(({ path }) => path !== "/api/events");
  await expect.poll(calls, { intervals: [20] }).toEqual([]);
}

async function look(flow: Look, { stage, makes, start }: Cell): Promise<void> {
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
  else if (makes === "away") await expect(offlineSign(stage)).toBeVisible();
  else if (view.failed) await expect(view.failed).toBeVisible();
  fault.end();
  await view.again?.();
  await view.shown();
  if (makes === "away") await expect(offlineSign(stage)).toBeHidden();
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
    if (name === "delay") await attempt.meanwhile?.();
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
  if (makes === "away" && !flow.outside) await expect(offlineSign(stage)).toBeVisible();
  if (makes === "hangs") {
    await attempt.meanwhile?.();
    await hold();
    fault.end();
  }
  if (attempt.waits && makes === "away") {
    await attempt.meanwhile?.();
    fault.end();
    await expectSaid(stage, [attempt.success]);
  } else {
    await expectSaid(stage, [failure]);
    await attempt.kept?.();
    expect(done(), "calls that reached the server").toBe(0);
    fault.end();
    if (makes === "away") await expect(offlineSign(stage)).toBeHidden();
    await attempt.send();
    await expectSaid(stage, [failure, attempt.success]);
  }
  await attempt.shown();
  expect(done(), "calls that reached the server").toBe(times);
  await attempt.afterwards?.();
}

async function firm(flow: Firm, { stage, start }: Cell): Promise<void> {
  const { send, shown, says } = await flow.begin(stage);
  await stage.clearToasts();
  const fault = start();
  await send();
  await shown();
  await expectSaid(stage, [says]);
  fault.end();
  await shown();
}

/** Why a flow doesn't meet a fault; undefined if it does. */
export function reasonAgainst(flow: Flow, name: FaultName): string | undefined {
  if (flow.kind === "look" && name === "drop after") {
    return "A question changes nothing: whether the server has read it makes no difference.";
  }
  return flow.without?.[name];
}

/** One cell of the matrix: a flow meets a fault, and the screen recovers. */
export async function meet(flow: Flow, stage: Stage, name: FaultName): Promise<void> {
  const own: Own = ({ method, path }) =>
    flow.kind !== "firm" && flow.calls.test(`${method} ${path}`);
  const { makes, start } = FAULTS[name];
  const cell: Cell = { stage, name, own, makes, start: () => start(stage.network, own) };
  if (flow.kind === "look") await look(flow, cell);
  else if (flow.kind === "change") await change(flow, cell);
  else await firm(flow, cell);
  await expect(stage.page.locator("[aria-busy=true]")).toHaveCount(0);
}

import type { Call, Fault } from "./support/fault.ts";
import type { FaultProxy } from "./support/faultProxy.ts";
import { comment, createTask, moveCard, openBoard, search } from "./support/flows/tasks.ts";
import { type Attempt, expectSaid, offlineBanner, type View } from "./support/matrix.ts";
import { makeStage, type Stage, test } from "./support/stage.ts";
import { expect } from "./support/test.ts";

const REFRESH_ONLY = { matches: ({ path }: Call) => path === "/api/auth/refresh" };

async function finishRead(stage: Stage, { shown }: View): Promise<void> {
  await shown();
  await expect(stage.page.locator("[aria-busy=true]")).toHaveCount(0);
}

/** Sends the change again by hand, unless the app does so when the connection is back or the request was cut off. */
async function finishChange(stage: Stage, attempt: Attempt): Promise<void> {
  const { success, failure, waits, repeats, kept, send, shown } = attempt;
  if (waits || repeats) {
    await expectSaid(stage, [success]);
  } else {
    await expectSaid(stage, [failure]);
    await kept?.();
    await send();
    await expectSaid(stage, [failure, success]);
  }
  await shown();
}

/*
 * This fault is slow, because the app waits for seconds before it checks the connection. So some
 * flows of each kind run under it concurrently, each on its own page.
 */
test("calls without a response are aborted when the server is back @chromium", async ({
  browser,
  server,
  network,
}) => {
  const session = await server.signUp({ role: "admin" });
  const open = async () => {
    const context = await browser.newContext({ baseURL: network.url });
    return await makeStage(await context.newPage(), { server, network, session });
  };
  const reads: { stage: Stage; view: View }[] = [];
  const changes: { stage: Stage; attempt: Attempt }[] = [];
  for (const flow of [search, openBoard]) {
    const stage = await open();
    reads.push({ stage, view: await flow.begin(stage) });
  }
  for (const flow of [moveCard, createTask, comment]) {
    const stage = await open();
    changes.push({ stage, attempt: await flow.begin(stage) });
  }
  const stages = [...reads, ...changes].map(({ stage }) => stage);
  await expect.poll(() => network.pending.every(({ path }) => path === "/api/events")).toBe(true);
  await Promise.all(changes.map(async ({ stage }) => await stage.clearToasts()));

  const fault = network.fault("half-open", { silent: true });
  await Promise.all(reads.map(async ({ view }) => await view.open()));
  await Promise.all(changes.map(async ({ attempt }) => await attempt.send()));
  await Promise.all(stages.map((stage) => expect(offlineBanner(stage)).toBeVisible()));
  expect(await Promise.all(changes.map(({ stage }) => stage.toasts()))).toEqual(
    changes.map(() => []),
  );

  fault.end();
  await Promise.all([
    ...reads.map(({ stage, view }) => finishRead(stage, view)),
    ...changes.map(({ stage, attempt }) => finishChange(stage, attempt)),
  ]);
  await Promise.all(stages.map(({ page }) => page.context().close()));
});

const REFRESHES: readonly (readonly [string, (network: FaultProxy) => Fault])[] = [
  ["get a 503", (network) => network.fault("401 storm", { refusedRefreshes: Infinity })],
  ["are dropped", (network) => network.fault("drop before", REFRESH_ONLY)],
  [
    "reach the server, and their responses are lost",
    (network) => network.fault("drop after", REFRESH_ONLY),
  ],
  [
    "reach the server, and their responses are cut off",
    (network) => network.fault("cut", REFRESH_ONLY),
  ],
];

test("failed refreshes don't end the session @chromium", async ({ stage }) => {
  const { network, page } = stage;
  for (const [what, start] of REFRESHES) {
    await test.step(`when they ${what}`, async () => {
      const { send, success, failure, kept, shown } = await comment.begin(stage);
      await stage.clearToasts();
      const storm = network.fault("401 storm");
      const fault = start(network);
      await send();
      await expectSaid(stage, [failure]);
      await kept?.();
      fault.end();
      await send();
      await expectSaid(stage, [failure, success]);
      await shown();
      storm.end();
      expect(await page.evaluate(() => localStorage.getItem("refreshToken"))).not.toBeNull();
    });
  }
});

test.describe("with keep-alive connections", () => {
  test.use({ keepsAlive: true });

  test("a request that the browser resends is applied once @chromium", async ({ stage }) => {
    const { network } = stage;
    const { send, failure, shown } = await comment.begin(stage);
    network.forwarded.length = 0;
    const fault = network.fault("drop after", { matches: ({ method }) => method === "POST" });
    await send();
    await expectSaid(stage, [failure]);
    fault.end();
    expect(network.forwarded.filter(({ method }) => method === "POST").length).toBeGreaterThan(1);
    await shown();
  });
});

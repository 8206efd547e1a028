import { comment, moveCard, search } from "./support/flows/tasks.ts";
import { type Attempt, expectSaid, offlineBanner } from "./support/matrix.ts";
import { makeStage, type Stage, test } from "./support/stage.ts";
import { expect } from "./support/test.ts";

/** Sends the change again by hand, unless the app does so when the connection is back. */
async function finishChange(stage: Stage, attempt: Attempt): Promise<void> {
  const { success, failure, waits, kept, send, shown } = attempt;
  if (waits) {
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
 * This fault is slow, because the app waits for seconds before it checks the connection. So a
 * flow of each kind runs under it concurrently, each on its own page.
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
  const reading = await open();
  const view = await search.begin(reading);
  const changes: { stage: Stage; attempt: Attempt }[] = [];
  for (const flow of [moveCard, comment]) {
    const stage = await open();
    changes.push({ stage, attempt: await flow.begin(stage) });
  }
  const stages = [reading, ...changes.map(({ stage }) => stage)];
  await expect.poll(() => network.pending.every(({ path }) => path === "/api/events")).toBe(true);
  await Promise.all(changes.map(async ({ stage }) => await stage.clearToasts()));

  const fault = network.fault("half-open", { silent: true });
  await view.open();
  await Promise.all(changes.map(async ({ attempt }) => await attempt.send()));
  await Promise.all(stages.map((stage) => expect(offlineBanner(stage)).toBeVisible()));
  expect(await Promise.all(changes.map(({ stage }) => stage.toasts()))).toEqual(
    changes.map(() => []),
  );

  fault.end();
  await Promise.all([
    view.shown(),
    ...changes.map(({ stage, attempt }) => finishChange(stage, attempt)),
  ]);
  await Promise.all(stages.map(({ page }) => page.context().close()));
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

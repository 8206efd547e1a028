import { setTimeout as pause } from "node:timers/promises";
import type { Browser } from "playwright-core";
import type { BoardResponse } from "#contract/shapes/board.ts";
import { TASK_STATUSES } from "#contract/task.ts";
import { CARD, recordFrames, stopFrames } from "./pageProbe.ts";
import { type ServedBoard, startSession } from "./servedBoard.ts";
import { quantile, type Row } from "./table.ts";

const CHANGES_PER_SECOND = 20;
const SECONDS = 10;
/** How long the page loads its later code after the first card, in ms. */
const SETTLE_MS = 2_000;

/** Measures the frames of an open board while cards are moved elsewhere. */
export async function measureLiveChanges(browser: Browser, app: ServedBoard): Promise<Row> {
  const { accessToken } = await startSession(app.url, "login");
  const headers = { authorization: `Bearer ${accessToken}`, "content-type": "application/json" };
  const board = await fetch(`${app.url}/api/kanban/board`, { headers });
  const { board: columns } = (await board.json()) as BoardResponse;
  const ids = TASK_STATUSES.flatMap((status) => columns[status].map(({ id }) => id));

  const context = await app.open(browser);
  const page = await context.newPage();
  await page.goto(`${app.url}/kanban`);
  await page.locator(CARD).first().waitFor();
  await pause(SETTLE_MS);
  await page.evaluate(recordFrames);
  const sent: Promise<boolean>[] = [];
  for (let change = 0; change < SECONDS * CHANGES_PER_SECOND; change += 1) {
    const id = ids[Math.floor(Math.random() * ids.length)];
    const status = TASK_STATUSES[change % TASK_STATUSES.length];
    const init = { method: "PATCH", headers, body: JSON.stringify({ status }) };
    sent.push(fetch(`${app.url}/api/kanban/${id}/status`, init).then(({ ok }) => ok));
    await pause(1_000 / CHANGES_PER_SECOND);
  }
  const frames = await page.evaluate(stopFrames);
  const failed = (await Promise.all(sent)).filter((ok) => !ok).length;
  await context.close();
  if (failed > 0) throw new Error(`${failed} changes of ${sent.length} failed`);
  return {
    what: `frames of a board of ${ids.length} cards, ${CHANGES_PER_SECOND} changes a second, p95`,
    figure: `${quantile(frames, 0.95).toFixed(1)} ms`,
    target: "≤ 33 ms",
  };
}

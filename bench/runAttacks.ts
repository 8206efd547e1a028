import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import type { TaskRunResponse } from "#contract/shapes/run.ts";
import type { SessionResponse } from "#contract/shapes/session.ts";
import { openDatabase } from "#server/db/open.ts";
import { type Attack, type Target, timed } from "./attackTarget.ts";
import { addTasks } from "./fill.ts";
import { median, quantile } from "./table.ts";

const RUNS = 50;
const RUN_TASKS = 5_000;
/** The time in seconds for which other requests are measured while the runs work. */
const WINDOW_S = Number(process.env["BENCH_RUNS_S"] ?? 60);

/** The number of tasks that the runs have handled. */
async function countHandled({ where }: Target): Promise<number> {
  await using db = openDatabase(where);
  const { handled } = await db
    .selectFrom("run_items")
    .select(({ fn }) => fn.countAll<number>().as("handled"))
    .where("result", "<>", "waiting")
    .executeTakeFirstOrThrow();
  return handled;
}

/** Sends a request again and again. Describes its durations, and how many were refused. */
async function measureUntil(end: number, pauseMs: number, send: () => Promise<Response>) {
  const durations: number[] = [];
  let refused = 0;
  while (performance.now() < end) {
    durations.push(
      await timed(async () => {
        const response = await send();
        await response.arrayBuffer();
        if (!response.ok) refused += 1;
      }),
    );
    await pause(pauseMs);
  }
  const failures = refused > 0 ? `, ${refused} refused` : "";
  return `p50 ${median(durations)} ms, p99 ${quantile(durations, 0.99)} ms${failures}`;
}

/** Registers a member. Returns a function that sends their requests. */
async function newMember({ call, server }: Target, number: number) {
  const account = { email: `${randomUUID()}@example.com`, password: "a long password" };
  const body = { ...account, role: "member" };
  const response = await call("POST", "/api/auth/register", body, `10.${number}.0.1`);
  const { accessToken } = (await response.json()) as SessionResponse;
  return async (method: string, url: string, sent?: object) =>
    await fetch(server.url + url, {
      method,
      headers: {
        authorization: `Bearer ${accessToken}`,
        ...(sent && { "content-type": "application/json" }),
      },
      ...(sent && { body: JSON.stringify(sent) }),
    });
}

/** Attacks by bulk actions. */
export const RUN_ATTACKS: Record<string, Attack> = {
  "22. 50 runs of 5,000 tasks each at once": async (target) => {
    const ids = await addTasks(target.where, 2 * RUN_TASKS);
    const members: Awaited<ReturnType<typeof newMember>>[] = [];
    while (members.length < RUNS) members.push(await newMember(target, members.length));
    const other = await newMember(target, RUNS);
    const starts: number[] = [];
    const runIds: string[] = [];
    const start = async (send: (typeof members)[number], index: number) => {
      const first = (index * 100) % RUN_TASKS;
      const task_ids = ids.slice(first, first + RUN_TASKS).join();
      const due_date = new Date(Date.UTC(2050, 0, 1 + index)).toISOString().slice(0, 10);
      const response = await send("POST", "/api/task-runs", {
        action: "change",
        task_ids,
        due_date,
      });
      if (response.ok) runIds.push(((await response.json()) as TaskRunResponse).run.id);
    };
    const startAll = async () => {
      await Promise.all(
        members.map(async (send, index) => {
          starts.push(await timed(() => start(send, index)));
        }),
      );
    };
    const startMs = await timed(startAll);
    const before = await countHandled(target);
    const cpu = await target.server.cpu();
    const begin = performance.now();
    const end = begin + WINDOW_S * 1_000;
    let moves = 0;
    const move = async () => {
      moves += 1;
      const url = `/api/kanban/${ids.at(-moves)}/status`;
      return await other("PATCH", url, { status: "Done" });
    };
    const [me, board, moved] = await Promise.all([
      measureUntil(end, 50, () => other("GET", "/api/auth/me")),
      measureUntil(end, 500, () => other("GET", "/api/kanban/board?descriptions=none")),
      measureUntil(end, 250, move),
    ]);
    const seconds = (performance.now() - begin) / 1_000;
    const handled = (await countHandled(target)) - before;
    const cpuSeconds = ((await target.server.cpu()) - cpu) / 1_000_000;
    const alone = await countHandled(target);
    await pause(1_000 * WINDOW_S);
    const aloneSpeed = Math.round(((await countHandled(target)) - alone) / WINDOW_S);
    await Promise.all(runIds.map((id) => target.call("POST", `/api/task-runs/${id}/stop`)));
    const started = `${runIds.length} starts p50 ${median(starts)} ms, together ${startMs} ms (${before} tasks)`;
    const speed = `${Math.round(handled / seconds)} tasks/s, ${Math.round(handled / cpuSeconds)} per s of CPU; without other requests ${aloneSpeed} tasks/s`;
    return `${started}; me ${me}; board ${board}; move ${moved}; ${speed}`;
  },
};

import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { TaskResponse } from "#contract/shapes/task.ts";
import { TASK_STATUSES } from "#contract/task.ts";
import { fillDatabase } from "./fill.ts";
import { MeasuredServer } from "./measured.ts";
import { median, type Row } from "./table.ts";

const WEBHOOKS = 20;
const TASKS = 100;
const ROUNDS = 4;
const CHANGES = 20;
/** Between two changes of a member, in which the deliveries of the first are sent. */
const PAUSE_MS = 250;

/** Compares the time of one task's change without webhooks, and with 20 that receive each change. */
export async function measureWebhooks(port: number, databaseUrl?: string): Promise<Row[]> {
  const folder = mkdtempSync(path.join(tmpdir(), "taskdeck-bench-"));
  let received = 0;
  const receiver = createServer((request, response) => {
    received += 1;
    request.resume().on("end", () => response.writeHead(204).end());
  }).listen(port + 1, "127.0.0.1");
  await fillDatabase(databaseUrl ?? folder, TASKS);
  const place = databaseUrl === undefined ? { DATA_DIR: folder } : { DATABASE_URL: databaseUrl };
  const env = {
    PORT: String(port),
    LOGIN_RATE_LIMIT: "off",
    WEBHOOK_PRIVATE_ADDRESSES: "on",
    ...place,
  };
  const server = await MeasuredServer.start("server/main.ts", env, "/healthz");
  try {
    let token = "";
    const call = async <T>(method: string, url: string, body: object): Promise<T> => {
      const headers = { "content-type": "application/json", authorization: `Bearer ${token}` };
      const init = { method, headers, body: JSON.stringify(body) };
      const response = await fetch(`${server.url}${url}`, init);
      if (!response.ok) throw new Error(`${method} ${url}: ${response.status}`);
      return (await response.json()) as T;
    };
    const account = { email: "bench@example.com", password: "a long password", role: "admin" };
    ({ accessToken: token } = await call<{ accessToken: string }>(
      "POST",
      "/api/auth/register",
      account,
    ));
    const { task } = await call<TaskResponse>("POST", "/api/tasks", {
      title: "Water the plants",
      priority: "Low",
    });
    let moves = 0;
    /** The median time of a change in ms. */
    const change = async () => {
      const times: number[] = [];
      for (let count = 0; count < CHANGES; count += 1) {
        const status = TASK_STATUSES[++moves % TASK_STATUSES.length];
        const sent = performance.now();
        await call("PATCH", `/api/kanban/${task.id}/status`, { status });
        times.push(performance.now() - sent);
        await pause(PAUSE_MS);
      }
      return median(times);
    };
    const webhooks: string[] = [];
    const without: number[] = [];
    const withAll: number[] = [];
    await change();
    for (let round = 0; round < ROUNDS; round += 1) {
      without.push(await change());
      while (webhooks.length < WEBHOOKS) {
        const body = { url: `http://127.0.0.1:${port + 1}/`, events: "task.moved,task.changed" };
        const made = await call<{ webhook: { id: string } }>("POST", "/api/webhooks", body);
        webhooks.push(made.webhook.id);
      }
      withAll.push(await change());
      for (const id of webhooks.splice(0)) {
        await fetch(`${server.url}/api/webhooks/${id}`, {
          method: "DELETE",
          headers: { authorization: `Bearer ${token}` },
        });
      }
    }
    const [alone, many] = [median(without), median(withAll)];
    const ms = (time: number) => `${time.toFixed(1)} ms`;
    return [
      { what: "a move without webhooks", figure: ms(alone), target: "" },
      { what: `a move with ${WEBHOOKS} webhooks`, figure: ms(many), target: "" },
      { what: "times", figure: (many / alone).toFixed(2), target: "≤ 1.3" },
      { what: "deliveries received", figure: String(received), target: "" },
    ];
  } finally {
    await server.end();
    receiver.closeAllConnections();
    receiver.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

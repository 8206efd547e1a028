import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import type { WebhookDeliveriesResponse, WebhookSecretResponse } from "#contract/shapes/webhook.ts";
import { openDatabase } from "#server/db/open.ts";
import { insertRows } from "#server/testing/rows.ts";
import { type Attack, countsOf, type Target, timed } from "./attackTarget.ts";
import { addTasks } from "./fill.ts";

/** Adds tasks of a person that are due, and returns the id of the last one. */
async function addDueTasks(
  { where }: Target,
  assignee_id: string,
  count: number,
  description = "",
): Promise<string> {
  const fields = { description, assignee_id, due_date: "2030-01-01" };
  return (await addTasks(where, count, fields)).at(-1) ?? "";
}

async function addUser({ where }: Target): Promise<string> {
  await using db = openDatabase(where);
  const id = randomUUID();
  const email = `${id}@example.com`;
  const values = {
    id,
    name: "Max",
    email,
    email_key: email,
    role: "member",
    is_active: 1,
  } as const;
  const rest = { pending_email: null, pending_email_key: null, password_hash: "" };
  const created_at = new Date().toISOString();
  await db
    .insertInto("users")
    .values({ ...values, ...rest, created_at })
    .execute();
  return id;
}

async function addComments({ where }: Target, task_id: string, count: number): Promise<void> {
  await using db = openDatabase(where);
  const created_at = new Date().toISOString();
  const texts = { comment: "A comment on this task", search_text: "a comment on this task" };
  const shared = { task_id, user_id: null, user_name: "Eve", created_at, ...texts };
  const rows = Array.from({ length: count }, () => ({ id: randomUUID(), ...shared }));
  await insertRows(db, "comments", rows);
}

async function addWebhook({ call }: Target, url: string): Promise<string> {
  const body = { url, events: "task.created,task.changed", is_active: true };
  const { webhook } = (await (
    await call("POST", "/api/webhooks", body)
  ).json()) as WebhookSecretResponse;
  return webhook.id;
}

/** Attacks by tasks, comments, webhooks, calendar feeds, and by many requests at once. */
export const TASK_ATTACKS: Record<string, Attack> = {
  "9. a calendar feed of 1,000 long tasks, read 30 times at once": async (target) => {
    const { call, session } = target;
    await addDueTasks(target, session.user.id, 1_000, "long ☕ ".repeat(1_428));
    const feed = (await (await call("POST", "/api/profile/calendar")).json()) as { path: string };
    const read = async () => {
      const response = await call("GET", feed.path);
      await response.arrayBuffer();
      return response;
    };
    const responses: Response[] = [];
    const ms = await timed(async () => {
      responses.push(...(await Promise.all(Array.from({ length: 30 }, read))));
    });
    return `${countsOf(responses)} in ${ms} ms`;
  },
  "10. a webhook's receiver that sends 103 for ever": async (target) => {
    const hints = "HTTP/1.1 103 Early Hints\r\nlink: </a>; rel=preload\r\n\r\n".repeat(1_000);
    const receiver = createServer((socket) => {
      const send = () => {
        while (socket.writable && socket.write(hints)) continue;
      };
      socket.on("error", () => undefined).on("drain", send);
      send();
    });
    await once(receiver.listen(0, "127.0.0.1"), "listening");
    const { port } = receiver.address() as { port: number };
    const id = await addWebhook(target, `http://127.0.0.1:${port}/`);
    const cpu = await target.server.cpu();
    await target.call("POST", `/api/webhooks/${id}/test`);
    let error: string | null = null;
    while (error === null) {
      await pause(200);
      const answer = await target.call("GET", `/api/webhooks/${id}/deliveries`);
      const { deliveries } = (await answer.json()) as WebhookDeliveriesResponse;
      error = deliveries[0]?.error ?? null;
    }
    const used = ((await target.server.cpu()) - cpu) / 1_000_000;
    await target.call("DELETE", `/api/webhooks/${id}`);
    receiver.close();
    return `${used.toFixed(1)} s of CPU, "${error}"`;
  },
  "11. deleting a user with 2,500 tasks while 20 webhooks listen": async (target) => {
    const { call } = target;
    const ids = await Promise.all(
      Array.from({ length: 20 }, () => addWebhook(target, "http://127.0.0.1:9/")),
    );
    const user = await addUser(target);
    await addDueTasks(target, user, 2_500);
    const statuses: number[] = [];
    const ms = await timed(async () => {
      statuses.push((await call("DELETE", `/api/users/${user}`)).status);
    });
    for (const id of ids) await call("DELETE", `/api/webhooks/${id}`);
    return `${statuses.join(" ")} in ${ms} ms`;
  },
  "12. deleting and restoring a task with 100,000 comments": async (target) => {
    const id = await addDueTasks(target, target.session.user.id, 1);
    await addComments(target, id, 100_000);
    const results: string[] = [];
    for (const [method, path] of [
      ["DELETE", ""],
      ["POST", "/restore"],
    ] as const) {
      const ms = await timed(async () => {
        results.push(String((await target.call(method, `/api/tasks/${id}${path}`)).status));
      });
      results.push(`in ${ms} ms`);
    }
    return results.join(" ");
  },
  "13. 500 requests of one user at once": async ({ call }) => {
    const send = async (_none: unknown, index: number) => {
      const body = { title: `Task ${index}`, priority: "Low" };
      const response = await (index % 10 === 0
        ? call("POST", "/api/tasks", body)
        : call("GET", "/api/tasks/search?limit=20"));
      await response.arrayBuffer();
      return response;
    };
    return countsOf(await Promise.all(Array.from({ length: 500 }, send)));
  },
};

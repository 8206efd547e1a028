import type { Comment } from "#contract/comment.ts";
import type { InboxResponse } from "#contract/inbox.ts";
import type { Task, TaskResponse } from "#contract/task.ts";
import { startServer, type TestUser } from "./server.ts";

/** The day of the server's clock at its start. */
export const TODAY = "2026-03-15";

export const inboxOf = async ({ call }: TestUser): Promise<InboxResponse> =>
  (await call("GET", "/api/inbox")).body as InboxResponse;

/** The items as short texts; unread ones have a star. */
export const linesOf = async (user: TestUser) =>
  (await inboxOf(user)).items.map(
    ({ kind, actor, task, tasks, comment, read }) =>
      `${read ? "" : "*"}${actor?.name ?? "-"} ${kind} ${task?.title ?? `${tasks} tasks`}${comment ? `: ${comment.excerpt}` : ""}`,
  );

export const patch = async (by: TestUser, id: string, fields: Partial<Task>) =>
  await by.call("PATCH", `/api/tasks/${id}`, fields);

export type InboxServer = Awaited<ReturnType<typeof startInboxServer>>;

/** A server with an admin and two members, who create and comment on tasks a second apart. */
export async function startInboxServer() {
  const server = await startServer();
  const ada = await server.as("admin", { name: "Ada" });
  const bob = await server.as("member", { name: "Bob" });
  const eve = await server.as("member", { name: "Eve" });

  async function create(by: TestUser, fields: Partial<Task> = {}): Promise<string> {
    const input = { title: "Tea", priority: "Low", ...fields };
    const { body } = await by.call("POST", "/api/tasks", input);
    server.clock.advance(1_000);
    return (body as TaskResponse).task.id;
  }

  async function comment(by: TestUser, taskId: string, text: string): Promise<Comment> {
    const { body } = await by.call("POST", `/api/tasks/${taskId}/comments`, { comment: text });
    server.clock.advance(1_000);
    return body as Comment;
  }

  return { server, ada, bob, eve, create, comment };
}

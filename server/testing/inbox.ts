import type { Comment } from "#contract/shapes/comment.ts";
import type { InboxResponse } from "#contract/shapes/inbox.ts";
import type { Task } from "#contract/shapes/task.ts";
import { createTask } from "./create.ts";
import type { TestUser } from "./server.ts";
import { sharedServer, sharedUser } from "./sharedServer.ts";

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

/** A shared server with an admin and two members, who create and comment on tasks a second apart. */
export function inboxServer() {
  const server = sharedServer();
  const ada = sharedUser(server, "admin", { name: "Ada" });
  const bob = sharedUser(server, "member", { name: "Bob" });
  const eve = sharedUser(server, "member", { name: "Eve" });

  async function create(by: TestUser, fields: Partial<Task> = {}): Promise<string> {
    const { id } = await createTask(by, { title: "Tea", ...fields });
    server.clock.advance(1_000);
    return id;
  }

  async function comment(by: TestUser, taskId: string, text: string): Promise<Comment> {
    const { body } = await by.call("POST", `/api/tasks/${taskId}/comments`, { comment: text });
    server.clock.advance(1_000);
    return body as Comment;
  }

  return { server, ada, bob, eve, create, comment };
}

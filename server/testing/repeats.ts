import type { FastifyInstance, InjectOptions } from "fastify";
import type { CommentsResponse } from "#contract/comment.ts";
import type { TaskResponse } from "#contract/task.ts";
import { startServer, type TestUser } from "./server.ts";

/** The body of the refusal of a key that has come with another body. */
export const REUSED = {
  error: "This Idempotency-Key was used for a request with another body. Use a new key.",
};

/** Sends requests with one key to an app, and returns status and body. */
export const sendWith =
  ({ accessToken }: TestUser, key: string) =>
  async (app: FastifyInstance, call: InjectOptions): Promise<[number, unknown]> => {
    const headers = { authorization: `Bearer ${accessToken}`, "idempotency-key": key };
    const answer = await app.inject({ method: "POST", headers, ...call });
    return [answer.statusCode, answer.body ? answer.json() : ""];
  };

/** A server with the member Ada, and a task whose comments show how often a request was carried out. */
export async function startRepeatServer() {
  const server = await startServer();
  const ada = await server.as("member");
  const input = { title: "Talk about it", priority: "Low" };
  const { task } = (await ada.call("POST", "/api/tasks", input)).body as TaskResponse;
  const comments = `/api/tasks/${task.id}/comments`;

  /** The number of comments with this text. */
  async function commentCount(text: string): Promise<number> {
    const { body } = await ada.call("GET", comments);
    return (body as CommentsResponse).comments.filter(({ comment }) => comment === text).length;
  }

  return { server, ada, taskId: task.id, comments, commentCount };
}

export type RepeatServer = Awaited<ReturnType<typeof startRepeatServer>>;

import type { TaskResponse } from "#contract/task.ts";
import type { Config } from "#server/config.ts";
import { openReader, type Reader } from "./eventReader.ts";
import { startServer, type TestUser } from "./server.ts";

/** In seconds, longer than a test: a heartbeat would end a stream that its event has not ended. */
export const HEARTBEAT = 3_600;

/** Waits until a condition holds. */
export async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 2));
}

/** Starts a server with a member and event streams. `close` closes all. */
export async function startStreams(config: Partial<Config> = {}) {
  const server = await startServer({ config: { heartbeatSeconds: HEARTBEAT, ...config } });
  const member = await server.as("member");
  const readers: Reader[] = [];
  return {
    server,
    member,
    /** Opens a stream; without a user, that of the member. */
    async open(user: TestUser = member, lastId?: string): Promise<Reader> {
      const reader = await openReader(server, user, lastId);
      readers.push(reader);
      return reader;
    },
    /** The member creates a task. Returns its id. */
    async create(title = "One"): Promise<string> {
      const { body } = await member.call("POST", "/api/tasks", { title, priority: "Low" });
      return (body as TaskResponse).task.id;
    },
    async close(): Promise<void> {
      for (const reader of readers) reader.close();
      await server.close();
    },
  };
}

export type Streams = Awaited<ReturnType<typeof startStreams>>;

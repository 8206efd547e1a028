import { afterEach } from "@jest/globals";
import { createTask } from "./create.ts";
import { openReader, type Reader } from "./eventReader.ts";
import type { TestUser } from "./server.ts";
import { sharedServer, sharedUser } from "./sharedServer.ts";

/** In seconds, longer than a test: a heartbeat would end a stream that its event has not ended. */
export const HEARTBEAT = 3_600;

/** A shared server with a member, and event streams that close after each test. */
export function streamServer() {
  const server = sharedServer({ config: { heartbeatSeconds: HEARTBEAT } });
  const member = sharedUser(server, "member");
  const readers: Reader[] = [];
  afterEach(() => {
    for (const reader of readers.splice(0)) reader.close();
  });

  /** Opens a stream; without a user, that of the member. */
  async function open(user: TestUser = member, lastId?: string): Promise<Reader> {
    const reader = await openReader(server, user, lastId);
    readers.push(reader);
    return reader;
  }

  /** The member creates a task. Returns its id. */
  const create = async (): Promise<string> => (await createTask(member)).id;

  return { server, member, open, create };
}

import { afterAll, beforeAll, beforeEach } from "@jest/globals";
import type { UserRow } from "#server/db/schema/accounts.ts";
import { startServer, type TestServer, type TestServerOptions, type TestUser } from "./server.ts";

/** A server that the tests of a file share with its data. */
export function fileServer(options?: TestServerOptions): TestServer {
  const server = {} as TestServer;
  beforeAll(async () => void Object.assign(server, await startServer(options)));
  afterAll(() => server.close());
  return server;
}

/** A server that the tests of a file share. It is empty before each test. */
export function sharedServer(options?: TestServerOptions): TestServer {
  const server = fileServer(options);
  beforeEach(() => server.clear());
  return server;
}

/** A user of a shared server, who signs in before each test. */
export function sharedUser(
  server: TestServer,
  role: UserRow["role"],
  fields?: Partial<UserRow>,
): TestUser {
  const user = {} as TestUser;
  beforeEach(async () => void Object.assign(user, await server.as(role, fields)));
  return user;
}

import { expect, test } from "@jest/globals";
import { DAY_MS } from "#contract/time.ts";
import { buildApp } from "./app.ts";
import { createTask } from "./testing/create.ts";
import { sharedServer } from "./testing/sharedServer.ts";

const server = sharedServer();

test("the start deletes sessions, API tokens and deleted tasks whose time is over", async () => {
  const admin = await server.as("admin");
  await admin.call("POST", "/api/tokens", { name: "Script", scope: "read", days: 7 });
  const { id } = await createTask(admin);
  await admin.call("DELETE", `/api/tasks/${id}`);
  const rows = async () =>
    await Promise.all(
      (["sessions", "secrets", "deleted_tasks"] as const).map(
        async (table) => (await server.db.selectFrom(table).selectAll().execute()).length,
      ),
    );
  expect(await rows()).toEqual([1, 1, 1]);
  server.clock.advance(40 * DAY_MS);
  const next = await buildApp(server.deps);
  await next.listen({ port: 0, host: "127.0.0.1" });
  // Closing waits for the clean-up that the start has begun.
  await next.close();
  expect(await rows()).toEqual([0, 0, 0]);
});

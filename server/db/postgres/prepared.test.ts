import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { startServer, type TestServer } from "#server/testing/server.ts";
import { type Param, prepared } from "./prepared.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

test("each run gets its own values, even for a parameter that is used twice", async () => {
  const ada = await server.as("admin", { name: "Ada" });
  const max = await server.as("member", { name: "Max" });
  const find = prepared((db, param: Param<{ name: string; id: string }>) =>
    db
      .selectFrom("users")
      .select(["id", "name"])
      .where("is_active", "=", 1)
      .where("id", "=", param("id"))
      .where((eb) => eb.or([eb("name", "=", param("name")), eb("email", "=", param("name"))])),
  );
  const [first, second, none] = await Promise.all([
    find(server.db, { name: "Ada", id: ada.user.id }),
    find(server.db, { id: max.user.id, name: max.user.email }),
    find(server.db, { name: "Ada", id: "' or 1=1 --" }),
  ]);
  expect(first).toEqual([{ id: ada.user.id, name: "Ada" }]);
  expect(second).toEqual([{ id: max.user.id, name: "Max" }]);
  expect(none).toEqual([]);
});

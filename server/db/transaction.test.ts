import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { startServer, type TestServer } from "#server/testing/server.ts";
import { transaction } from "./transaction.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

test("transactions that read and write the same row lose no update", async () => {
  const { user } = await server.as("member", { name: "0" });
  const count = () =>
    transaction(server.db, async (trx) => {
      const rows = trx.selectFrom("users").select("name").where("id", "=", user.id);
      const { name } = await rows.executeTakeFirstOrThrow();
      const next = String(Number(name) + 1);
      await trx.updateTable("users").set({ name: next }).where("id", "=", user.id).execute();
    });
  await Promise.all(Array.from({ length: 6 }, count));
  const rows = server.db.selectFrom("users").select("name").where("id", "=", user.id);
  expect(await rows.execute()).toEqual([{ name: "6" }]);
});

test("only server/db calls Kysely's transaction(), which does not retry conflicts", () => {
  const folder = join(import.meta.dirname, "..");
  const others = globSync("**/*.ts", { cwd: folder })
    .filter((file) => !file.startsWith("db/"))
    .filter((file) => readFileSync(join(folder, file), "utf8").includes(".transaction()"));
  expect(others).toEqual([]);
});

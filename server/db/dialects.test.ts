import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@jest/globals";
import { sql } from "kysely";
import { sharedServer } from "#server/testing/sharedServer.ts";
import { type Param, prepared } from "./postgres/prepared.ts";
import { transaction } from "./transaction.ts";

const server = sharedServer();

const team = (id: string) => ({ id, name: id, description: "", created_at: id });

test("both databases sort and compare text by its bytes", async () => {
  const ids = ["B", "_", "Zebra", "a", "a b", "ab", "z", "É", "é", "ß", "я", "🦄"];
  await server.db
    .insertInto("teams")
    .values(ids.map((id) => team(id)))
    .execute();
  const byBytes = ids.toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
  for (const column of ["id", "name", "created_at"] as const) {
    const rows = await server.db.selectFrom("teams").select("id").orderBy(column).execute();
    expect(rows.map(({ id }) => id)).toEqual(byBytes);
  }
  const above = server.db.selectFrom("teams").select("id").where("name", ">", "a").orderBy("id");
  expect((await above.execute()).map(({ id }) => id)).toEqual(byBytes.slice(4));
});

test("each run of a prepared query gets its own values, even for a parameter that is used twice", async () => {
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

test("a prepared query works after its table gets another column", async () => {
  const read = prepared((db, param: Param<{ id: string }>) =>
    db.selectFrom("users").selectAll().where("id", "=", param("id")),
  );
  const { user } = await server.as("member");
  // Reads so often that every connection of the pool plans the query.
  for (let count = 0; count < 8; count += 1) {
    expect(await read(server.db, { id: user.id })).toEqual([user]);
  }
  await sql`alter table users add column later text`.execute(server.db);
  expect(await read(server.db, { id: user.id })).toEqual([{ ...user, later: null }]);
});

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

test("only server/db and copies call Kysely's transaction(), which does not retry conflicts", () => {
  const folder = join(import.meta.dirname, "..");
  const others = globSync("**/*.ts", { cwd: folder })
    .filter((file) => !/^(?:db|copies)\//.test(file))
    .filter((file) => readFileSync(join(folder, file), "utf8").includes(".transaction()"));
  expect(others).toEqual([]);
});

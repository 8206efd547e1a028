import { expect, test } from "@jest/globals";
import { sql } from "kysely";
import { openDatabase } from "#server/db/open.ts";
import { makePostgresPlace } from "#server/testing/place.ts";
import { requireSessionPooling } from "./pooler.ts";

test("accepts a direct connection, whose timeouts are set", async () => {
  const place = await makePostgresPlace(String(process.env["TEST_DATABASE_URL"]));
  const db = openDatabase(place.where, { statementTimeout: 4_000 });
  try {
    await requireSessionPooling(place.where);
    const limits = sql`select current_setting('statement_timeout') as statement,
      current_setting('idle_in_transaction_session_timeout') as idle`;
    expect((await limits.execute(db)).rows).toEqual([{ statement: "4s", idle: "30s" }]);
  } finally {
    await db.destroy();
    await place.drop();
  }
});

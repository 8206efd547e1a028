import { afterEach, beforeEach } from "@jest/globals";
import type { Kysely } from "kysely";
import { openDatabase } from "#server/db/open.ts";
import type { Database } from "#server/db/schema.ts";
import { makePlace, type Place } from "./place.ts";

/** Gives each test of a file a database without tables, on which it can run migrations. */
export function emptyDatabase(take: (db: Kysely<Database>) => void): void {
  let place: Place;
  let db: Kysely<Database>;
  beforeEach(async () => {
    place = await makePlace();
    db = openDatabase(place.where);
    take(db);
  });
  afterEach(async () => {
    await db.destroy();
    await place.drop();
  });
}

import { copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { databaseFile } from "#server/db/folder.ts";
import { migrateDatabase } from "#server/db/migrate.ts";
import { createTestDatabase } from "./database.ts";

/** An empty database for the servers of a test. */
export interface Place {
  /** As for `openDatabase`: a folder, or a database on the server of TEST_DATABASE_URL. */
  where: string;
  /** The server's environment variables. */
  env: Record<string, string>;
  drop: () => Promise<void>;
}

/**
 * An empty database of the kind that the tests run on. With `hasTables` it is a copy of a migrated one:
 * the migrations take longer.
 */
export async function makePlace({ hasTables = false } = {}): Promise<Place> {
  const postgres = process.env["TEST_DATABASE_URL"];
  if (postgres) return await makePostgresPlace(postgres, hasTables);
  const place = makeFolderPlace();
  const template = process.env["TEST_TEMPLATE"];
  if (hasTables && template !== undefined) copyFileSync(template, databaseFile(place.where));
  else if (hasTables) await migrateDatabase(place.where);
  return place;
}

export function makeFolderPlace(): Place {
  const where = mkdtempSync(join(tmpdir(), "taskdeck-process-"));
  const drop = async () => rmSync(where, { recursive: true, force: true });
  return { where, env: { DATA_DIR: where }, drop };
}

export async function makePostgresPlace(server: string, hasTables = false): Promise<Place> {
  const { url, drop } = await createTestDatabase(server, { template: hasTables });
  return { where: url, env: { DATABASE_URL: url }, drop };
}

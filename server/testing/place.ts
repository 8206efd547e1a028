import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createTestDatabase } from "./database.ts";

/** Where servers of a test keep their data, without any tables yet. */
export interface Place {
  /** A folder, or a database of TEST_DATABASE_URL: as for `openDatabase`. */
  where: string;
  /** What tells a server. */
  env: Record<string, string>;
  drop: () => Promise<void>;
}

/** A place of the kind that the tests run on. */
export async function makePlace(): Promise<Place> {
  const postgres = process.env["TEST_DATABASE_URL"];
  return postgres ? await makePostgresPlace(postgres) : makeFolderPlace();
}

/** A folder. */
export function makeFolderPlace(): Place {
  const where = mkdtempSync(join(tmpdir(), "taskdeck-process-"));
  const drop = async () => rmSync(where, { recursive: true, force: true });
  return { where, env: { DATA_DIR: where }, drop };
}

/** A database on a PostgreSQL server. */
export async function makePostgresPlace(server: string): Promise<Place> {
  const { url, drop } = await createTestDatabase(server, { template: false });
  return { where: url, env: { DATABASE_URL: url }, drop };
}

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createTestDatabase } from "./database.ts";

/** An empty database for the servers of a test. */
export interface Place {
  /** As for `openDatabase`: a folder, or a database on the server of TEST_DATABASE_URL. */
  where: string;
  /** The server's environment variables. */
  env: Record<string, string>;
  drop: () => Promise<void>;
}

/** An empty database of the kind that the tests run on. */
export async function makePlace(): Promise<Place> {
  const postgres = process.env["TEST_DATABASE_URL"];
  return postgres ? await makePostgresPlace(postgres) : makeFolderPlace();
}

export function makeFolderPlace(): Place {
  const where = mkdtempSync(join(tmpdir(), "taskdeck-process-"));
  const drop = async () => rmSync(where, { recursive: true, force: true });
  return { where, env: { DATA_DIR: where }, drop };
}

export async function makePostgresPlace(server: string): Promise<Place> {
  const { url, drop } = await createTestDatabase(server, { template: false });
  return { where: url, env: { DATABASE_URL: url }, drop };
}

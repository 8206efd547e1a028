import { randomInt } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";

/** The first versions of Node 24 can't copy a database into memory. The tests then migrate theirs. */
const canCopy = "deserialize" in DatabaseSync.prototype;

/** Chooses the seed of the random tests, and prints it: `TEST_SEED=…` repeats a run. */
function chooseSeed(): void {
  process.env["TEST_SEED"] ??= String(randomInt(2 ** 31));
  process.stderr.write(`The seed of the random tests: TEST_SEED=${process.env["TEST_SEED"]}\n`);
}

/**
 * Jest's global setup. It chooses the seed of the random tests, and creates a database with all tables and no rows, which each test copies:
 * migrating takes twenty times as long. With TEST_DATABASE_URL the database is on that PostgreSQL.
 */
export default async function prepare(): Promise<void> {
  chooseSeed();
  const url = process.env["TEST_DATABASE_URL"];
  if (url) {
    const { createTemplate } = await import("./database.ts");
    await createTemplate(url);
  } else if (canCopy && process.env["TEST_TEMPLATE"] === undefined) {
    const { writeTemplate } = await import("./sqliteTemplate.ts");
    const folder = mkdtempSync(path.join(tmpdir(), "taskdeck-template-"));
    process.once("exit", () => rmSync(folder, { recursive: true }));
    process.env["TEST_TEMPLATE"] = await writeTemplate(folder);
  }
}

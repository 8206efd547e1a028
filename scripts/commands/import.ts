import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { parseArgs } from "node:util";
import type { Kysely } from "kysely";
import { DATE_ORDERS, type ImportMapping, SOURCE_NAMES } from "#contract/imports.ts";
import { databaseName, readConfig } from "#server/config.ts";
import { openChannel } from "#server/db/open.ts";
import type { Database } from "#server/db/schema.ts";
import { shareBus } from "#server/events/sharedBus.ts";
import { badRequest } from "#server/http/errors.ts";
import { readAccounts, requestedMapping } from "#server/imports/mapping.ts";
import { findImport, importDetail, readOutline } from "#server/imports/queries.ts";
import { type RunContext, runImport } from "#server/imports/run.ts";
import { saveUpload } from "#server/imports/upload.ts";
import { onDatabase } from "./onDatabase.ts";
import { runCommand } from "./operatorCommand.ts";

/** The audit log's actor for commands, which is not a user. */
const OPERATOR = { id: "operator", name: "Operator" };

const USAGE =
  'give a file: taskdeck import board.json [--dry-run] [--map "Doing=In Progress"] [--column "Name=title"] [--dates dmy]';

/** Reads options such as `Doing=In Progress`; names may contain `=`. */
const pairsOf = (options: readonly string[] = []): [string, string][] =>
  options.map((option) => {
    const at = option.lastIndexOf("=");
    if (at < 1) throw badRequest(`${option} has no =`);
    return [option.slice(0, at), option.slice(at + 1)];
  });

/** The keys of each name, which several lists or columns may share. */
function keysOf(pairs: [string, string][], known: readonly { name: string; key: string }[]) {
  const found = pairs.flatMap(([name, value]) => {
    const same = known.filter((one) => one.name === name);
    if (same.length > 0) return same.map(({ key }) => [key, value]);
    throw badRequest(`there is no ${name}: ${known.map((one) => one.name).join(", ")}`);
  });
  return new URLSearchParams(found).toString();
}

/** Reads the file and the options. */
function readArguments() {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: {
      "dry-run": { type: "boolean", default: false },
      map: { type: "string", multiple: true },
      column: { type: "string", multiple: true },
      dates: { type: "string" },
    },
  });
  const [file] = positionals;
  if (!file || positionals.length > 1) throw badRequest(USAGE);
  const dates = DATE_ORDERS.find((order) => order === values.dates);
  if (values.dates && !dates) throw badRequest(`--dates is ${DATE_ORDERS.join(" or ")}`);
  const { "dry-run": dry, map, column } = values;
  return { file, dry, lists: pairsOf(map), columns: pairsOf(column), ...(dates && { dates }) };
}

type Arguments = ReturnType<typeof readArguments>;

const { timeZone } = Intl.DateTimeFormat().resolvedOptions();

/** The mapping that the options ask for. The roles of columns decide which lists there are. */
async function chosenMapping(
  db: Kysely<Database>,
  id: string,
  { columns, lists, dates }: Arguments,
  context: RunContext,
): Promise<ImportMapping> {
  const accounts = await readAccounts(db);
  const outline = readOutline(await findImport(db, id));
  const named = outline.columns.map(({ name }, index) => ({ name, key: String(index) }));
  const request = { dry: true, columns: keysOf(columns, named), ...(dates && { dates }) };
  const mapping = requestedMapping(request, outline, accounts);
  if (lists.length === 0) return mapping;
  if (columns.length > 0) {
    await runImport(db, id, { dry: true, mapping: { ...mapping, timeZone } }, context);
  }
  const known = readOutline(await findImport(db, id));
  return requestedMapping({ ...request, lists: keysOf(lists, known.lists) }, known, accounts);
}

async function printReport(db: Kysely<Database>, id: string, { dry }: Arguments, now: Date) {
  const { counts, rows, lists, notes } = await importDetail(db, id, now);
  for (const note of notes) console.log(`  ${note}`);
  for (const { name, target, count } of lists) console.log(`  ${name} → ${target}: ${count}`);
  for (const { position, outcome, title, remarks } of rows) {
    console.log(`  row ${position}, ${outcome}: ${title}: ${remarks.join("; ")}`);
  }
  const { imported, remarks, present, refused } = counts;
  console.log(
    `${imported} ${dry ? "can be imported" : "imported"}, ${remarks} with remarks, ${present} already there, ${refused} refused`,
  );
}

/**
 * `taskdeck import <file>`: imports another product's export. Servers may run. On PostgreSQL open
 * screens show the tasks at once, on SQLite when they next load.
 */
await runCommand("Nothing was imported", async () => {
  const args = readArguments();
  const { file, dry } = args;
  const upload = {
    id: randomUUID(),
    fileName: basename(file),
    bytes: readFileSync(file),
    timeZone,
  };
  await onDatabase(async (db) => {
    const { id } = upload;
    const now = new Date();
    const onProgress = (done: number, total: number) => {
      if (process.stdout.isTTY) process.stdout.write(`\r  ${done} of ${total}\r`);
    };
    const context = { by: OPERATOR, account: null, now, onProgress };
    try {
      await saveUpload(db, upload, OPERATOR, now);
      const mapping = await chosenMapping(db, id, args, context);
      const { source } = readOutline(await findImport(db, id));
      console.log(`${SOURCE_NAMES[source]}: ${dry ? "checking" : "importing"} ${file}`);
      await runImport(db, id, { dry, mapping: { ...mapping, timeZone } }, context);
      await printReport(db, id, args, now);
    } finally {
      // Only a run that has begun is kept.
      await db
        .deleteFrom("imports")
        .where("id", "=", id)
        .where("state", "in", ["draft", "checked"])
        .execute();
    }
    if (dry) return;
    const config = readConfig(process.env);
    const where = config.postgres?.url ?? config.dataDir;
    const events = await shareBus((listener) => openChannel(where, listener));
    events.publish({ type: "import", id, change: "imported", by: null });
    await events.close();
    console.log(
      `The tasks are in ${databaseName(config)}. An admin can undo this on the Import screen.`,
    );
  });
});

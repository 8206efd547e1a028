import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { parseArgs } from "node:util";
import { DATE_ORDERS, type ImportMapping, SOURCE_NAMES } from "#contract/imports.ts";
import { databaseName, readConfig } from "#server/config.ts";
import { requireUpToDate } from "#server/db/migrate.ts";
import { openChannel, openDatabase } from "#server/db/open.ts";
import { shareBus } from "#server/events/sharedBus.ts";
import { badRequest } from "#server/http/errors.ts";
import { readAccounts, requestedMapping } from "#server/imports/mapping.ts";
import { findImport, importDetail, readOutline } from "#server/imports/queries.ts";
import { runImport } from "#server/imports/run.ts";
import { saveUpload } from "#server/imports/upload.ts";
import { runCommand } from "./operatorCommand.ts";

/** The audit log's actor for commands, which is not a user. */
const OPERATOR = { id: "operator", name: "Operator" };

const USAGE =
  'give a file: npm run import -- board.json [--dry-run] [--map "Doing=In Progress"] [--column "Name=title"] [--dates dmy]';

/** Reads options such as `Doing=In Progress`; names may contain `=`. */
const pairsOf = (options: readonly string[] = []): [string, string][] =>
  options.map((option) => {
    const at = option.lastIndexOf("=");
    if (at < 1) throw badRequest(`${option} has no =`);
    return [option.slice(0, at), option.slice(at + 1)];
  });

/** The key of each name. */
function keysOf(pairs: [string, string][], known: ReadonlyMap<string, string>): string {
  const found = pairs.map(([name, value]) => {
    const key = known.get(name);
    if (key === undefined) throw badRequest(`there is no ${name}: ${[...known.keys()].join(", ")}`);
    return [key, value];
  });
  return new URLSearchParams(found).toString();
}

/**
 * `npm run import -- <file>`: imports another product's export. Servers may run. On PostgreSQL open
 * screens show the tasks at once, on SQLite when they next load.
 */
await runCommand("Nothing was imported", async () => {
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
  if (!file) throw badRequest(USAGE);
  const dates = DATE_ORDERS.find((order) => order === values.dates);
  const config = readConfig(process.env);
  const where = config.postgres?.url ?? config.dataDir;
  await using db = openDatabase(where);
  await requireUpToDate(db);
  const id = randomUUID();
  const now = new Date();
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const upload = { id, fileName: basename(file), bytes: readFileSync(file), timeZone };
  await saveUpload(db, upload, OPERATOR, now);
  const outline = readOutline(await findImport(db, id));
  const lists = new Map(outline.lists.map(({ key, name }) => [name, key]));
  const columns = new Map(outline.columns.map(({ name }, index) => [name, String(index)]));
  const mapping: ImportMapping = requestedMapping(
    {
      dry: values["dry-run"],
      lists: keysOf(pairsOf(values.map), lists),
      columns: keysOf(pairsOf(values.column), columns),
      ...(dates && { dates }),
    },
    outline,
    await readAccounts(db),
  );
  const dry = values["dry-run"];
  console.log(`${SOURCE_NAMES[outline.source]}: ${dry ? "checking" : "importing"} ${file}`);
  const onProgress = (done: number, total: number) => {
    if (process.stdout.isTTY) process.stdout.write(`\r  ${done} of ${total}`);
  };
  const context = { by: OPERATOR, account: null, now, onProgress };
  await runImport(db, id, { dry, mapping: { ...mapping, timeZone } }, context);
  if (process.stdout.isTTY) process.stdout.write("\r");
  const { counts, rows, lists: targets } = await importDetail(db, id, now);
  for (const { name, target, count } of targets) console.log(`  ${name} → ${target}: ${count}`);
  for (const { position, outcome, title, remarks } of rows) {
    console.log(`  row ${position}, ${outcome}: ${title}: ${remarks.join("; ")}`);
  }
  const { imported, remarks, present, refused } = counts;
  console.log(
    `${imported} ${dry ? "can be imported" : "imported"}, ${remarks} with remarks, ${present} already there, ${refused} refused`,
  );
  if (dry) {
    await db.deleteFrom("imports").where("id", "=", id).execute();
    return;
  }
  const events = await shareBus((listener) => openChannel(where, listener));
  events.publish({ type: "import", id, change: "imported", by: null });
  await events.close();
  console.log(
    `The tasks are in ${databaseName(config)}. An admin can undo this on the Import screen.`,
  );
});

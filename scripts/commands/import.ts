import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { buffer } from "node:stream/consumers";
import type { Kysely } from "kysely";
import { DATE_ORDERS, type ImportMapping, SOURCE_NAMES } from "#contract/imports.ts";
import { OPERATOR } from "#server/changes/context.ts";
import { databaseName, readConfig } from "#server/config.ts";
import { openChannel } from "#server/db/open.ts";
import type { Database } from "#server/db/schema.ts";
import type { ServerEvent } from "#server/eventBus.ts";
import { shareBus } from "#server/events/sharedBus.ts";
import { STANDARD } from "#server/export/readExport.ts";
import { readAccounts, requestedMapping } from "#server/imports/mapping.ts";
import { deleteDraft } from "#server/imports/prune.ts";
import { findImport, importDetail, readOutline } from "#server/imports/queries.ts";
import { beginImport } from "#server/imports/run.ts";
import { saveUpload } from "#server/imports/upload.ts";
import { JOB_KINDS } from "#server/jobKinds.ts";
import type { Lease } from "#server/jobs/lease.ts";
import { finishJob, workOn } from "#server/jobs/step.ts";
import { badRequest } from "#server/refusals.ts";
import { readArguments } from "./arguments.ts";
import { onDatabase } from "./onDatabase.ts";
import { runCommand } from "./operatorCommand.ts";

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

/** Reads the file's name and the options. */
function readOptions() {
  const { argument: file, values } = readArguments("import", {
    "dry-run": { type: "boolean", default: false },
    map: { type: "string", multiple: true },
    column: { type: "string", multiple: true },
    dates: { type: "string" },
  });
  const dates = DATE_ORDERS.find((order) => order === values.dates);
  if (values.dates && !dates) throw badRequest(`--dates is ${DATE_ORDERS.join(" or ")}`);
  const { "dry-run": dry, map, column } = values;
  return { file, dry, lists: pairsOf(map), columns: pairsOf(column), ...(dates && { dates }) };
}

type Arguments = ReturnType<typeof readOptions>;

const { timeZone } = Intl.DateTimeFormat().resolvedOptions();

/** Does jobs in this process, and shows their progress. */
const worker =
  (db: Kysely<Database>, publish: (event: ServerEvent) => void, importId: string) =>
  async (lease: Lease): Promise<void> => {
    const deps = { db, now: () => new Date(), events: { publish } };
    await finishJob(workOn(deps, JOB_KINDS, lease), async () => {
      if (process.stdout.isTTY) {
        const { done, total } = await importDetail(db, importId, new Date());
        process.stdout.write(`\r  ${done} of ${total}\r`);
      }
      return true;
    });
  };

type Finish = ReturnType<typeof worker>;

/** Imports the rows of a draft, or only checks them. */
async function runImport(
  db: Kysely<Database>,
  id: string,
  request: { dry: boolean; mapping: ImportMapping },
  finish: Finish,
): Promise<void> {
  const mapping = { ...request.mapping, timeZone };
  const context = { by: OPERATOR, at: new Date() };
  const lease = await beginImport(db, id, { dry: request.dry, mapping }, context);
  if (lease) await finish(lease);
}

/** The mapping that the options ask for. The roles of columns decide which lists there are. */
async function chosenMapping(
  db: Kysely<Database>,
  id: string,
  { columns, lists, dates }: Arguments,
  finish: Finish,
): Promise<ImportMapping> {
  const accounts = await readAccounts(db);
  const outline = readOutline(await findImport(db, id));
  const named = outline.columns.map(({ name }, index) => ({ name, key: String(index) }));
  const request = { dry: true, columns: keysOf(columns, named), ...(dates && { dates }) };
  const mapping = requestedMapping(request, outline, accounts);
  if (lists.length === 0) return mapping;
  if (columns.length > 0) {
    await runImport(db, id, { dry: true, mapping }, finish);
  }
  const known = readOutline(await findImport(db, id));
  return requestedMapping({ ...request, lists: keysOf(lists, known.lists) }, known, accounts);
}

async function printReport(db: Kysely<Database>, id: string, { dry }: Arguments, now: Date) {
  const { counts, rows, lists, labels, notes } = await importDetail(db, id, now);
  for (const note of notes) console.log(`  ${note}`);
  for (const { name, target, count, isUnknown } of lists) {
    const mark = isUnknown && target === "Todo" ? ", unknown status" : "";
    console.log(`  ${name} → ${target}: ${count}${mark}`);
  }
  if (labels.length > 0) console.log(`  new labels: ${labels.join("; ")}`);
  for (const { position, outcome, title, remarks } of rows) {
    console.log(`  row ${position}, ${outcome}: ${title}: ${remarks.join("; ")}`);
  }
  const { imported, remarks, present, refused, skipped } = counts;
  console.log(
    `${imported} ${dry ? "can be imported" : "imported"}, ${remarks} with remarks, ${present} already there, ${refused} refused, ${skipped} skipped`,
  );
}

/**
 * `taskdeck import <file>`: imports another product's export. Servers may run; open screens show the
 * tasks within seconds.
 */
await runCommand("Nothing was imported", async () => {
  const args = readOptions();
  const { file, dry } = args;
  const upload = {
    id: randomUUID(),
    fileName: file === STANDARD ? "standard input" : basename(file),
    bytes: file === STANDARD ? await buffer(process.stdin) : readFileSync(file),
    timeZone,
  };
  await onDatabase(async (db) => {
    const { id } = upload;
    const now = new Date();
    const config = readConfig(process.env);
    const where = config.postgres?.url ?? config.dataDir;
    const events = await shareBus(db, (listener) => openChannel(where, listener));
    const finish = worker(db, events.publish, id);
    try {
      await saveUpload(db, upload, { by: OPERATOR, at: now }, finish);
      const mapping = await chosenMapping(db, id, args, finish);
      const { source } = readOutline(await findImport(db, id));
      console.log(`${SOURCE_NAMES[source]}: ${dry ? "checking" : "importing"} ${file}`);
      await runImport(db, id, { dry, mapping }, finish);
      await printReport(db, id, args, now);
    } finally {
      // Only a run that has begun is kept.
      await deleteDraft(db, id);
      await events.close();
    }
    if (dry) return;
    console.log(
      `The tasks are in ${databaseName(config)}. An admin can undo this on the Import screen.`,
    );
  });
});

import type { Kysely, Transaction } from "kysely";
import type { ImportSource } from "#contract/imports.ts";
import { TITLE_MAX } from "#contract/task.ts";
import { storableText } from "#contract/text.ts";
import { type ChangeContext, SERVER } from "#server/changes/context.ts";
import { requireDiskSpace } from "#server/db/diskSpace.ts";
import type { JobRow } from "#server/db/schema/jobs.ts";
import type { Database } from "#server/db/schema.ts";
import { transaction } from "#server/db/transaction.ts";
import { type Lease, renewLease, whileHeld } from "#server/jobs/lease.ts";
import { beginJob, isBegun } from "#server/jobs/queries.ts";
import { endJob } from "#server/jobs/step.ts";
import { badRequest, conflict, tooMany } from "#server/refusals.ts";
import { FileRefused, type Outline, type ReadItem } from "./formats/foreignTask.ts";
import { firstCharacters, oneLine } from "./formats/markdown.ts";
import { NO_MAPPING } from "./mapping.ts";
import { findImport } from "./queries.ts";
import { type ReadImport, readInProcess } from "./reading/readInProcess.ts";

interface Upload {
  id: string;
  fileName: string;
  bytes: Uint8Array;
  timeZone: string;
}

const shortText = (text: string) => firstCharacters(oneLine(storableText(text)), TITLE_MAX);

/** Changes a draft whose file is being read. Throws a 409 if it is being deleted. */
async function changeDraft(
  db: Kysely<Database>,
  lease: Lease,
  change: (trx: Transaction<Database>, job: JobRow) => Promise<unknown>,
): Promise<void> {
  await transaction(db, async (trx) => {
    const job = await renewLease(trx, lease);
    if (!job) throw conflict("Another request has taken over this import");
    await change(trx, job);
  });
}

const itemRows = (import_id: string, items: readonly ReadItem[], first: number) =>
  items.map(({ sourceId, title, list, data }, index) => ({
    import_id,
    position: first + index,
    source_id: sourceId.slice(0, 200),
    data,
    title: shortText(title),
    list: shortText(list),
    outcome: null,
    remarks: "[]",
    task_id: null,
  }));

const EMPTY: Omit<Outline, "source"> = {
  columns: [],
  lists: [],
  people: [],
  dates: null,
  notes: [],
};
/** The state of an import while its file is read. It is a draft only once it has rows. */
const UNREAD: { source: ImportSource; outline: string; total: number } = {
  source: "csv",
  outline: JSON.stringify({ source: "csv", ...EMPTY } satisfies Outline),
  total: 0,
};

const RETRY_AFTER_SECONDS = 5;

/** The refusal of an upload that must wait for another one. */
export const beingRead = () =>
  tooMany("Other files are being read. Please try again in a moment.", RETRY_AFTER_SECONDS);

/**
 * Stores an empty draft. Returns undefined if an earlier attempt of this request has read the file. Throws a
 * 429 if it has not ended: another server reads the file, or was killed, and then the draft is deleted.
 */
async function beginUpload(
  db: Kysely<Database>,
  { id, fileName, timeZone }: Upload,
  context: ChangeContext,
): Promise<Lease | undefined> {
  const { by, at } = context;
  const job = { kind: "import_upload", subject_id: id } as const;
  return await transaction(db, async (trx) => {
    const inserted = await trx
      .insertInto("imports")
      .values({
        id,
        ...UNREAD,
        file_name: fileName,
        state: "draft",
        created_at: at.toISOString(),
        created_by: by.id,
        created_by_name: by.name,
        started_at: null,
        finished_at: null,
        mapping: JSON.stringify({ ...NO_MAPPING, timeZone }),
      })
      .onConflict((clash) => clash.column("id").doNothing())
      .returning("id")
      .executeTakeFirst();
    if (!inserted) {
      await isBegun(trx, job, context);
      const { total } = await findImport(trx, id);
      if (total === UNREAD.total) throw beingRead();
      return undefined;
    }
    return await beginJob(trx, job, { ...context, by: SERVER });
  });
}

/**
 * Reads a file into a draft. Throws a 400 if it can't be imported; then nothing is kept. What a killed
 * server has read is deleted by the next one that looks for jobs.
 *
 * @param discard deletes what was read
 */
export async function saveUpload(
  db: Kysely<Database>,
  upload: Upload,
  context: ChangeContext,
  discard: (lease: Lease) => Promise<unknown>,
  readImport: ReadImport = readInProcess,
): Promise<void> {
  const { id, bytes } = upload;
  const lease = await beginUpload(db, upload, context);
  if (!lease) return;
  try {
    let total = 0;
    const outline = await whileHeld(db, lease, () =>
      readImport(bytes, async (items) => {
        const rows = itemRows(id, items, total + 1);
        await requireDiskSpace(db);
        await changeDraft(db, lease, (trx) =>
          trx.insertInto("import_items").values(rows).execute(),
        );
        total += items.length;
      }),
    );
    const { source } = outline;
    await changeDraft(db, lease, async (trx, job) => {
      const read = { source, outline: JSON.stringify(outline), total };
      await trx.updateTable("imports").set(read).where("id", "=", id).execute();
      await endJob(trx, job, "", context.at);
    });
  } catch (failure) {
    // What can't be deleted now is deleted later.
    await discard(lease).catch(() => undefined);
    throw failure instanceof FileRefused ? badRequest(failure.message) : failure;
  }
}

import type { Kysely } from "kysely";
import type { NamedRecord } from "#contract/id.ts";
import type { ImportSource } from "#contract/imports.ts";
import { TITLE_MAX } from "#contract/task.ts";
import { storableText } from "#contract/text.ts";
import { requireDiskSpace } from "#server/db/diskSpace.ts";
import type { Database } from "#server/db/schema.ts";
import { transaction } from "#server/db/transaction.ts";
import { badRequest } from "#server/http/errors.ts";
import { FileRefused, type Outline, type ReadItem } from "./foreignTask.ts";
import { type Lease, leaseOf, newLease, renewLease, whileLeased } from "./lease.ts";
import { NO_MAPPING } from "./mapping.ts";
import { firstCharacters, oneLine } from "./markdown.ts";
import { deleteImport } from "./prune.ts";
import { type ReadImport, readInProcess } from "./readInProcess.ts";

export interface Upload {
  id: string;
  fileName: string;
  bytes: Uint8Array;
  timeZone: string;
}

const shortText = (text: string) => firstCharacters(oneLine(storableText(text)), TITLE_MAX);

async function insertItems(
  db: Kysely<Database>,
  lease: Lease,
  items: readonly ReadItem[],
  first: number,
): Promise<void> {
  const rows = items.map(({ sourceId, title, list, data }, index) => ({
    import_id: lease.id,
    position: first + index,
    source_id: sourceId.slice(0, 200),
    data,
    title: shortText(title),
    list: shortText(list),
    outcome: null,
    remarks: "[]",
    task_id: null,
  }));
  await requireDiskSpace(db);
  await transaction(db, async (trx) => {
    await renewLease(trx, lease);
    await trx.insertInto("import_items").values(rows).execute();
  });
}

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

/** Reads a file into a draft. Throws a 400 if it can't be imported; then nothing is kept. */
export async function saveUpload(
  db: Kysely<Database>,
  { id, fileName, bytes, timeZone }: Upload,
  by: NamedRecord,
  now: Date,
  readImport: ReadImport = readInProcess,
): Promise<void> {
  const lease = newLease(id);
  const inserted = await db
    .insertInto("imports")
    .values({
      id,
      ...leaseOf(lease),
      ...UNREAD,
      file_name: fileName,
      state: "draft",
      created_at: now.toISOString(),
      created_by: by.id,
      created_by_name: by.name,
      started_at: null,
      finished_at: null,
      mapping: JSON.stringify({ ...NO_MAPPING, timeZone }),
    })
    .onConflict((conflict) => conflict.column("id").doNothing())
    .returning("id")
    .executeTakeFirst();
  // A retried request finds its own draft.
  if (!inserted) return;
  await whileLeased(db, lease, async () => {
    try {
      let total = 0;
      const outline = await readImport(bytes, async (items) => {
        await insertItems(db, lease, items, total + 1);
        total += items.length;
      });
      await transaction(db, async (trx) => {
        await renewLease(trx, lease);
        await trx
          .updateTable("imports")
          .set({ source: outline.source, outline: JSON.stringify(outline), total })
          .where("id", "=", id)
          .execute();
      });
    } catch (failure) {
      // What can't be deleted now is pruned later.
      await deleteImport(db, lease).catch(() => undefined);
      throw failure instanceof FileRefused ? badRequest(failure.message) : failure;
    }
  });
}

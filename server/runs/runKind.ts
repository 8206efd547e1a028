import type { Kysely, Transaction } from "kysely";
import type { RunResult } from "#contract/run.ts";
import type { AuditDetails } from "#contract/shapes/audit.ts";
import type { NamedRecord } from "#contract/shapes/id.ts";
import type { ChangeContext } from "#server/changes/context.ts";
import type { Change } from "#server/changes/record.ts";
import type { UserRow } from "#server/db/schema/accounts.ts";
import type { RunItemRow, RunRow } from "#server/db/schema/jobs.ts";
import type { Database } from "#server/db/schema.ts";
import type { ServerEvent } from "#server/eventBus.ts";

/** What a bulk action does, as the API shows it. */
export type Run<Details> = Details & Pick<RunRow, "id">;

/** A bulk action before it begins. */
export interface RunPlan<Details> {
  details: Details;
  /** Stores its items, in the transaction that stores the run. */
  insertItems(trx: Transaction<Database>, runId: string): Promise<void>;
}

/** The result of an item, and why it was not changed. */
export interface ItemResult {
  result: RunResult;
  reason: string;
  /** What an undo needs to know; by default what the item has. */
  before?: string;
  /** The number of tasks that have got another assignee, or none. */
  tasks?: number;
}

/**
 * Changes items, or changes them back. Returns the results of the first of them: the next step handles
 * the others. It goes on with an item that keeps its result.
 */
type HandleItems<Details> = (
  trx: Transaction<Database>,
  run: Run<Details>,
  items: readonly RunItemRow[],
  context: ChangeContext & { runId: string },
) => Promise<ItemResult[]>;

/** A kind of bulk actions: what its items are, how they change, and how they change back. */
export interface RunKind<Details extends object> {
  name: RunRow["kind"];
  noun: "User" | "Task";
  /** Whether all admins follow each other's actions, or each user only their own. */
  isShared: boolean;
  /** Reads a request's body: throws a 400. The returned function plans the run, and throws if it can't start. */
  read(
    body: unknown,
    at: Date,
  ): (db: Kysely<Database>, caller: UserRow) => Promise<RunPlan<Details>>;
  /** Whether only admins may do it, or undo it. */
  needsAdmin(details: Details, isUndo: boolean): boolean;
  /** The number of days for which it can be undone: 0 if it can't. */
  undoDays(details: Details): number;
  /** The number of items in a step: few, so that other requests wait only briefly. */
  stepSize(details: Details, isUndo: boolean): number;
  change: HandleItems<Details>;
  revert: HandleItems<Details>;
  /** The events of a step that has changed these items. */
  eventsOf?(details: Details, ids: readonly string[]): ServerEvent[];
  /** The entry of the audit log at its end. */
  entryOf(
    run: Run<Details>,
    by: NamedRecord,
  ): Pick<Change, "subject" | "ends"> & { details: AuditDetails };
  /** Items as the API shows them. */
  presentItems(
    db: Kysely<Database>,
    details: Details,
    items: readonly RunItemRow[],
  ): Promise<object[]>;
  /** What names an item in a table: the headings, and the item's fields. */
  columns: readonly (readonly [heading: string, field: "name" | "email"])[];
}

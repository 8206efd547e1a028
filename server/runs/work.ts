import { jobItemId } from "#contract/inbox.ts";
import { record } from "#server/changes/record.ts";
import { countRows } from "#server/db/countRows.ts";
import type { RunItemRow } from "#server/db/schema/jobs.ts";
import { countUnrecorded, type DoStep, type JobWork } from "#server/jobs/step.ts";
import { nextItems, saveItems } from "./runItems.ts";
import type { ItemResult, RunKind } from "./runKind.ts";
import { jobOf, readDetails } from "./runs.ts";

/** An item with its new result. */
const withResult = (
  item: RunItemRow,
  { result, reason, before = item.before }: ItemResult,
  at: string,
): RunItemRow => ({
  ...item,
  result,
  reason,
  before,
  changed_at: result === "done" ? at : item.changed_at,
});

/** Handles the next items of a run or of its undo, and stores their results. */
const doStep =
  <Details extends object>(kind: RunKind<Details>, isUndo: boolean): DoStep =>
  async (trx, { subject_id }, ofJob, { isStopping }) => {
    const run = await readDetails(trx, kind, subject_id);
    const size = isStopping ? 1 : kind.stepSize(run, isUndo);
    const pending = isUndo ? "done" : "waiting";
    const items = await nextItems(trx, run.id, { result: pending }, size);
    const context = { ...ofJob, runId: run.id };
    const outcomes = await (isUndo ? kind.revert : kind.change)(trx, run, items, context);
    const at = context.at.toISOString();
    const handled = outcomes.flatMap((outcome, index) => {
      const item = items[index];
      return item ? withResult(item, outcome, at) : [];
    });
    await saveItems(trx, handled);
    const changed = handled.filter(({ result }) => result === "done" || result === "undone");
    const ids = changed.map(({ item_id }) => item_id);
    return {
      events: kind.eventsOf?.(run, ids) ?? [],
      hasMore:
        items.length === size ||
        handled.length < items.length ||
        handled.at(-1)?.result === pending,
    };
  };

/** The work of a bulk action, or of its undo. A stopped undo can be started again. */
export const runWork = <Details extends object>(
  kind: RunKind<Details>,
  isUndo = false,
): JobWork => ({
  open: async () => doStep(kind, isUndo),
  isForAll: async (trx, { subject_id }) =>
    !kind.needsAdmin(await readDetails(trx, kind, subject_id), isUndo),
  // The reason of an item says that a step has changed a part of it: it is changed completely or not at all.
  isMidway: async (trx, { subject_id }) => {
    const begun = await trx
      .selectFrom("run_items")
      .select("run_id")
      .where("run_id", "=", subject_id)
      .where("result", "=", isUndo ? "done" : "waiting")
      .where("reason", "<>", "")
      .limit(1)
      .executeTakeFirst();
    return begun !== undefined;
  },
  end: async (trx, job, context) => {
    const { name } = kind;
    const run = await readDetails(trx, kind, job.subject_id);
    const changed = trx
      .selectFrom("run_items")
      .select("run_id")
      .where("run_id", "=", run.id)
      .where("result", "=", isUndo ? "undone" : "done");
    const count = await countUnrecorded(trx, job, await countRows(trx, changed));
    if (count === 0) {
      // Only an event tells the end of an action that has changed nothing.
      const change = isUndo ? "undone" : "finished";
      return [{ type: `${name}Run`, id: run.id, change, by: null }];
    }
    const { details, ...entry } = kind.entryOf(run, context.by);
    await record(trx, context, {
      ...entry,
      kind: isUndo ? `${name}s.run_undone` : `${name}s.run_ended`,
      details: { ...details, count },
      endedJob: { job, item: jobItemId(jobOf(name, isUndo), run.id) },
    });
    return [];
  },
});

import { jobItemId } from "#contract/inbox.ts";
import type { ChangeContext } from "#server/changes/context.ts";
import { type Change, record } from "#server/changes/record.ts";
import { countRows } from "#server/db/countRows.ts";
import { ITEMS, type RunKind, type RunRows, readRunRow, UNDO } from "./runs.ts";
import { countUnrecorded, type JobWork } from "./step.ts";

const EVENTS = { user_run: "userRun", task_run: "taskRun" } as const;

/**
 * The end of a bulk action or of its undo: records how many items it has changed. If it has changed none,
 * only an event tells its end.
 *
 * @param describe the record
 */
export function endRun<Kind extends RunKind>(
  kind: Kind,
  isUndo: boolean,
  describe: (run: RunRows[Kind], count: number, context: ChangeContext) => Omit<Change, "endedJob">,
): JobWork["end"] {
  return async (trx, job, context) => {
    const run = await readRunRow(trx, kind, job.subject_id);
    const table: (typeof ITEMS)[RunKind] = ITEMS[kind];
    const changed = trx
      .selectFrom(table)
      .select("run_id")
      .where("run_id", "=", run.id)
      .where("result", "=", isUndo ? "undone" : "done");
    const count = await countUnrecorded(trx, job, await countRows(trx, changed));
    if (count === 0) {
      const change = isUndo ? "undone" : "finished";
      return [{ type: EVENTS[kind], id: run.id, change, by: null }];
    }
    const item = jobItemId(isUndo ? UNDO[kind] : kind, run.id);
    await record(trx, context, { ...describe(run, count, context), endedJob: { job, item } });
    return [];
  };
}

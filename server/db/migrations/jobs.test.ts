import { expect, test } from "@jest/globals";
import type { Kysely } from "kysely";
import { migrate } from "#server/db/migrate.ts";
import { runStatements } from "#server/db/runStatements.ts";
import type { Database } from "#server/db/schema.ts";
import { listImports } from "#server/imports/queries.ts";
import { JOB_KINDS } from "#server/jobKinds.ts";
import { takeLeases } from "#server/jobs/lease.ts";
import { finishJob, workOn } from "#server/jobs/step.ts";
import { listRuns } from "#server/runs/runs.ts";
import { USER_RUNS } from "#server/runs/userRuns.ts";
import { emptyDatabase } from "#server/testing/emptyDatabase.ts";

let db: Kysely<Database>;
emptyDatabase((opened) => {
  db = opened;
});

const MADE = "2026-03-15T12:00:00.000Z";
const ENDED = "2026-03-15T12:01:00.000Z";

test("bulk actions of earlier versions keep their states, makers and reasons", async () => {
  await migrate(db, "0032_user_run_ends");
  const insert = (id: string, state: string, ended: boolean, undoneBy: string, reason: string) =>
    `insert into user_runs (
      id, action, team_name, hand_over_name, state, created_at, created_by, created_by_name,
      finished_at, undone_by, undone_by_name, stop_reason, total, lease_owner, lease_until
    ) values (
      '${id}', 'deactivate', '', '', '${state}', '${MADE}', 'a', 'Ada',
      ${ended ? `'${ENDED}'` : "null"}, ${undoneBy}, 'Eve', '${reason}', 0, 'killed', '${ENDED}'
    );`;
  const rows = [
    insert("1", "running", false, "null", ""),
    insert("2", "done", true, "null", ""),
    insert("3", "stopped", true, "null", "Stopped by Eve"),
    insert("4", "undoing", true, "'e'", ""),
    insert("5", "undone", true, "'e'", ""),
    insert("6", "stopped", true, "'e'", "Stopped by Ada"),
  ];
  await runStatements(db as unknown as Kysely<never>, rows.join("\n"));
  await migrate(db);
  const runs = await listRuns(db, USER_RUNS, { id: "a", role: "admin" }, new Date(ENDED));
  const created = { created_at: MADE, created_by: { id: "a", name: "Ada" } };
  expect(runs).toMatchObject([
    { ...created, id: "1", state: "running", finished_at: null, stop_reason: "" },
    { ...created, id: "2", state: "done", finished_at: ENDED, stop_reason: "" },
    { ...created, id: "3", state: "stopped", finished_at: ENDED, stop_reason: "Stopped by Eve" },
    { ...created, id: "4", state: "undoing", finished_at: ENDED, stop_reason: "" },
    { ...created, id: "5", state: "undone", finished_at: ENDED, undo_until: null },
    { ...created, id: "6", state: "stopped", finished_at: ENDED, stop_reason: "Stopped by Ada" },
  ]);
  const jobs = db.selectFrom("jobs").select(["subject_id", "made_by", "state", "lease_owner"]);
  const undoing = jobs.where("kind", "=", "user_run_undo").where("subject_id", "=", "4");
  expect(await undoing.execute()).toEqual([
    { subject_id: "4", made_by: "e", state: "running", lease_owner: null },
  ]);
});

test("imports that were interrupted can be continued or undone, and failed uploads are deleted", async () => {
  await migrate(db, "0032_user_run_ends");
  const insert = (id: string, state: string, total: number) =>
    `insert into imports (
      id, source, file_name, state, created_at, created_by, created_by_name, started_at,
      busy_by, busy_until, outline, mapping, total
    ) values (
      '${id}', 'csv', '', '${state}', '${MADE}', 'a', 'Ada', '${MADE}', 'killed', '${ENDED}',
      '{}', '{}', ${total}
    );`;
  const rows = [
    insert("1", "draft", 2),
    insert("2", "running", 2),
    insert("3", "undoing", 2),
    insert("4", "draft", 0),
  ];
  // The audit log has an entry of the import's beginning, so the entry of its end counts the other tasks.
  const item = (position: number, outcome: string, task: string) =>
    `insert into import_items (import_id, position, source_id, data, title, list, outcome, remarks, task_id)
      values ('2', ${position}, '${position}', '', '', '', ${outcome}, '[]', ${task});`;
  rows.push(item(1, "'imported'", "'t'"), item(2, "'imported'", "null"));
  await runStatements(db as unknown as Kysely<never>, rows.join("\n"));
  await migrate(db);
  const jobs = db
    .selectFrom("jobs")
    .select(["subject_id", "recorded"])
    .where("kind", "=", "import");
  expect(await jobs.execute()).toEqual([{ subject_id: "2", recorded: 1 }]);
  const imports = await listImports(db, new Date(ENDED));
  expect(imports.map(({ id, isBusy }) => [id, isBusy])).toEqual([
    ["1", false],
    ["2", false],
    ["3", false],
    ["4", true],
  ]);
  const [lease, ...others] = await takeLeases(db);
  expect(others).toEqual([]);
  const deps = { db, now: () => new Date(ENDED), events: { publish: () => undefined } };
  if (lease) await finishJob(workOn(deps, JOB_KINDS, lease));
  expect((await listImports(db, new Date(ENDED))).map(({ id }) => id)).toEqual(["1", "2", "3"]);
});

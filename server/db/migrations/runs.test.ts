import { expect, test } from "@jest/globals";
import type { Kysely } from "kysely";
import { migrate } from "#server/db/migrate.ts";
import { runStatements } from "#server/db/runStatements.ts";
import type { Database } from "#server/db/schema.ts";
import { JOB_KINDS } from "#server/jobKinds.ts";
import { takeLeases } from "#server/jobs/lease.ts";
import { finishJob, workOn } from "#server/jobs/step.ts";
import { nextItems } from "#server/runs/runItems.ts";
import { listRuns } from "#server/runs/runs.ts";
import { TASK_RUNS } from "#server/runs/taskRuns.ts";
import { USER_RUNS } from "#server/runs/userRuns.ts";
import { emptyDatabase } from "#server/testing/emptyDatabase.ts";

let db: Kysely<Database>;
emptyDatabase((opened) => {
  db = opened;
});

const AT = "2026-03-15T12:00:00.000Z";
const ada = { id: "a", role: "admin" } as const;

const addUser = (id: string, role: string, isActive: number) =>
  `insert into users (id, name, email, email_key, role, is_active, password_hash, created_at)
    values ('${id}', 'User ${id}', '${id}@example.com', '${id}@example.com', '${role}', ${isActive}, '', '${AT}');`;

const addJob = (subject: string, kind: string, state: string) =>
  `insert into jobs (id, kind, subject_id, state, made_at, made_by, made_by_name, ended_at, stop_reason)
    values ('${subject}', '${kind}', '${subject}', '${state}', '${AT}', 'a', 'Ada',
      ${state === "running" ? "null" : `'${AT}'`}, '');`;

/** Bulk actions on users and tasks of the version before, of which two are under way. */
const RUNS = `
  ${addUser("a", "admin", 1)}
  ${addUser("u1", "member", 0)}
  ${addUser("u2", "member", 1)}
  ${addJob("team", "user_run", "done")}
  ${addJob("leave", "user_run", "running")}
  ${addJob("change", "task_run", "running")}
  ${addJob("given", "task_run", "done")}
  insert into user_runs (id, action, role, team_id, team_name, hand_over_to, hand_over_name, total) values
    ('team', 'add_to_team', null, 't', 'The "Crew"', null, '', 1),
    ('leave', 'deactivate', null, null, '', 'a', 'Ada', 2);
  insert into user_run_items
    (run_id, position, user_id, user_name, user_email, result, reason, before, changed_at) values
    ('team', 1, 'u1', 'User u1', 'u1@example.com', 'done', '', 'x', '${AT}'),
    ('leave', 1, 'u1', 'User u1', 'u1@example.com', 'done', '', 'active', '${AT}'),
    ('leave', 2, 'u2', 'User u2', 'u2@example.com', 'waiting', '', '', null);
  insert into task_runs (id, action, change, from_id, from_name, total) values
    ('change', 'change', '{"priority":"High","assignee":null}', null, '', 2),
    ('given', 'hand_over', '{"assignee":{"id":"a","name":"Ada"}}', 'u1', 'User u1', 1);
  insert into task_run_items (run_id, position, task_id, title, result, reason, before) values
    ('change', 1, 'k1', 'One', 'done', '', '{"values":{"priority":"Low"},"version":2}'),
    ('change', 2, 'k2', 'Two', 'waiting', '', ''),
    ('given', 1, 'k1', 'One', 'refused', 'User is not active', '');
`;

const states = async () => {
  const shown = [
    ...(await listRuns(db, USER_RUNS, ada, new Date(AT))),
    ...(await listRuns(db, TASK_RUNS, ada, new Date(AT))),
  ];
  return Object.fromEntries(
    shown.map(({ id, state, total, counts }) => [id, [state, total, counts.done]]),
  );
};

test("bulk actions of the version before keep what they do, their results and what an undo needs, and go on", async () => {
  await migrate(db, "0067_folded_names");
  await runStatements(db as unknown as Kysely<never>, RUNS);
  await migrate(db);
  expect(await states()).toEqual({
    team: ["done", 1, 1],
    leave: ["running", 2, 1],
    change: ["running", 2, 1],
    given: ["done", 1, 0],
  });
  const ofUsers = await listRuns(db, USER_RUNS, ada, new Date(AT));
  const ofTasks = await listRuns(db, TASK_RUNS, ada, new Date(AT));
  const week = "2026-03-22T12:00:00.000Z";
  expect([...ofUsers, ...ofTasks]).toEqual(
    expect.arrayContaining([
      expect.objectContaining({
        id: "team",
        action: "add_to_team",
        role: null,
        team: { id: "t", name: 'The "Crew"' },
        hand_over_to: null,
        undo_until: week,
      }),
      expect.objectContaining({ id: "leave", team: null, hand_over_to: { id: "a", name: "Ada" } }),
      expect.objectContaining({
        id: "change",
        change: { priority: "High", assignee: null },
        from: null,
      }),
      expect.objectContaining({ id: "given", from: { id: "u1", name: "User u1" } }),
    ]),
  );
  const deps = { db, now: () => new Date(AT), events: { publish: () => undefined } };
  for (const lease of await takeLeases(db)) await finishJob(workOn(deps, JOB_KINDS, lease));
  expect(await states()).toMatchObject({ leave: ["done", 2, 2], change: ["done", 2, 1] });
  expect(await nextItems(db, "leave", {}, 10)).toMatchObject([
    { item_id: "u1", name: "User u1", email: "u1@example.com", before: "active", changed_at: AT },
    { item_id: "u2", result: "done", before: "active", changed_at: AT },
  ]);
  expect(await nextItems(db, "change", {}, 10)).toMatchObject([
    { item_id: "k1", name: "One", email: "", before: '{"values":{"priority":"Low"},"version":2}' },
    { item_id: "k2", result: "refused", reason: "Task not found" },
  ]);
});

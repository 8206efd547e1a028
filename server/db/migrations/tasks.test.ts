import { expect, test } from "@jest/globals";
import { type Kysely, sql } from "kysely";
import { migrate } from "#server/db/migrate.ts";
import type { Database } from "#server/db/schema.ts";
import { createFindTasks } from "#server/search/findTasks.ts";
import { listHistory } from "#server/taskHistory/queries.ts";
import { emptyDatabase } from "#server/testing/emptyDatabase.ts";

let db: Kysely<Database>;
emptyDatabase((opened) => {
  db = opened;
});

const at = (minute: number) => `2026-03-15T12:0${minute}:00.000Z`;

async function audit(id: string, minute: number, action: string, kind: string, subject: string) {
  await sql`
    insert into audit_log values
      (${id}, ${at(minute)}, 'ada', 'Ada', ${action}, ${kind}, ${subject}, 'Name', null, '{"to":"x"}')
  `.execute(db);
}

async function history(id: string, minute: number, kind: string, changes = "[]") {
  await sql`
    insert into task_history values (${id}, 'task', ${at(minute)}, 'ada', 'Ada', ${kind}, ${changes})
  `.execute(db);
}

const MOVED = '[{"field":"status","from":"Todo","to":"Done"}]';

test("existing texts and names are found as new ones are", async () => {
  await migrate(db, "0059_ended_jobs");
  const at = "2026-03-15T12:00:00.000Z";
  await sql`
    insert into users (id, name, email, email_key, role, is_active, password_hash, created_at)
      values ('zoe', ${"ZOE\u0308"}, 'zoe@example.com', 'zoe@example.com', 'member', 1, '', ${at})
  `.execute(db);
  await sql`
    insert into tasks (id, title, description, status, priority, created_at, updated_at, status_changed_at, search_text)
      values ('task', 'ΟΔΟΣ', 'İzmir', 'Todo', 'Low', ${at}, ${at}, ${at}, ${"οδος\ni\u0307zmir"})
  `.execute(db);
  await migrate(db);
  expect(await db.selectFrom("users").select("search_text").execute()).toEqual([
    { search_text: "zoë\nzoe@example.com" },
  ]);
  expect(await db.selectFrom("tasks").select("search_text").execute()).toEqual([
    { search_text: "οδοσ\nizmir" },
  ]);
});

test("an existing audit log and history are taken along, in the order of time", async () => {
  await migrate(db, "0005_search");
  await audit("role", 1, "user.role_changed", "user", "eve");
  await migrate(db, "0041_import_jobs");
  await history("task", 0, "created");
  await history("moved", 2, "changed", MOVED);
  await history("said", 3, "commented");
  await history("deleted", 4, "deleted");
  await audit("deletion", 4, "task.deleted", "task", "task");
  await history("restored", 5, "restored");
  await migrate(db);

  const rows = await db.selectFrom("changes").selectAll().orderBy("number").execute();
  expect(rows.map(({ id, kind, audited }) => [id, kind, audited])).toEqual([
    ["task", "task.created", 0],
    ["role", "user.role_changed", 1],
    ["moved", "task.changed", 0],
    ["said", "comment.created", 0],
    // A deletion was in both tables; this restoration is from an imported export, which has no audit log.
    ["deletion", "task.deleted", 1],
    ["restored", "task.restored", 0],
  ]);
  expect(rows[1]).toMatchObject({ at: at(1), actor_name: "Ada", details: '{"to":"x"}' });
  expect(rows[1]).toMatchObject({ tab: null, part_of: null });
  const { entries } = await listHistory(db, "task", 50);
  expect(entries.map(({ kind }) => kind)).toEqual([
    "restored",
    "deleted",
    "commented",
    "changed",
    "created",
  ]);
  expect(entries[3]?.changes).toEqual(JSON.parse(MOVED));
});

test("the migration counts the checklists of existing tasks, over more than one batch", async () => {
  await migrate(db, "0015_notifications");
  const task = (id: string, description: string) => ({
    id,
    title: "Task",
    description,
    status: "Todo" as const,
    priority: "Low" as const,
    created_at: at(0),
    updated_at: at(0),
    status_changed_at: at(0),
  });
  const many = Array.from({ length: 600 }, (_, index) => task(`a${index}`, "See [the map](/map)"));
  const rows = [...many, task("b", "- [x] tent\n- [ ] map"), task("c", "Nothing")];
  await db.insertInto("tasks").values(rows).execute();
  await migrate(db);
  const counted = await db.selectFrom("task_checklists").selectAll().execute();
  expect(counted).toEqual([{ task_id: "b", done: 1, total: 2 }]);
});

test("the comments of deleted tasks come back, also in the middle of a deletion or a restoration", async () => {
  await migrate(db, "0067_folded_names");
  const old = db as unknown as Kysely<OldComments>;
  const day = { created_at: at(0), updated_at: at(0), status_changed_at: at(0) };
  const task = (id: string) => ({
    id,
    title: id,
    description: "",
    status: "Todo" as const,
    priority: "Low" as const,
    ...day,
  });
  const deleted = (id: string, comments_moving_since: string | null = null) => ({
    ...task(id),
    version: 1,
    deleted_at: at(1),
    comments_moving_since,
  });
  await old.insertInto("tasks").values(["live", "moving", "twice"].map(task)).execute();
  await old
    .insertInto("deleted_tasks")
    .values([deleted("gone"), deleted("moving", at(1)), deleted("twice")])
    .execute();
  const comment = (task_id: string, id: string) => ({
    id,
    task_id,
    user_id: null,
    user_name: "Ada",
    comment: id,
    created_at: at(0),
    search_text: id,
  });
  const kept = [comment("live", "b-here"), comment("moving", "c-here"), comment("twice", "d-here")];
  await old
    .insertInto("comments")
    .values([...kept, comment("live", "a-deleted")])
    .execute();
  await old.deleteFrom("comments").where("id", "=", "a-deleted").execute();
  await old
    .insertInto("deleted_comments")
    .values([
      { ...comment("gone", "e-moved"), user_id: "nobody" },
      comment("moving", "f-moved"),
      comment("twice", "g-former"),
    ])
    .execute();
  await migrate(db);
  const comments = await db
    .selectFrom("comments")
    .select(["id", "task_id"])
    .orderBy("id")
    .execute();
  expect(comments.map(({ id, task_id }) => `${id} of ${task_id}`)).toEqual([
    "b-here of live",
    "c-here of moving",
    "d-here of twice",
    "e-moved of gone",
    "f-moved of moving",
  ]);
  expect(await db.selectFrom("deleted_tasks").select("id").execute()).toEqual([{ id: "gone" }]);
  const find = createFindTasks(db, async (_user, read) => await read());
  const titles = async (search: string) =>
    (await find({ page: 1, limit: 50, search }, "2026-03-15", "ada")).tasks.map(
      ({ title }) => title,
    );
  expect([await titles("here"), await titles("moved")]).toEqual([
    ["live", "moving", "twice"],
    ["moving"],
  ]);
});

interface OldComments extends Pick<Database, "tasks" | "comments"> {
  deleted_tasks: Database["deleted_tasks"] & { comments_moving_since: string | null };
  deleted_comments: Database["comments"];
}

import { type Kysely, sql } from "kysely";

/** The tables of the first version. schema.ts describes the columns. */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable("users")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("name", "text", (column) => column.notNull())
    .addColumn("email", "text", (column) => column.notNull())
    .addColumn("email_key", "text", (column) => column.notNull().unique())
    .addColumn("role", "text", (column) => column.notNull().check(sql`role in ('member', 'admin')`))
    .addColumn("is_active", "integer", (column) => column.notNull().check(sql`is_active in (0, 1)`))
    .addColumn("password_hash", "text", (column) => column.notNull())
    .addColumn("created_at", "text", (column) => column.notNull())
    .execute();

  await db.schema
    .createTable("sessions")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("user_id", "text", (column) =>
      column.notNull().references("users.id").onDelete("cascade"),
    )
    .addColumn("refresh_hash", "text", (column) => column.notNull().unique())
    .addColumn("created_at", "text", (column) => column.notNull())
    .addColumn("last_used_at", "text", (column) => column.notNull())
    .execute();
  await db.schema.createIndex("sessions_by_user").on("sessions").column("user_id").execute();

  await db.schema
    .createTable("settings")
    .addColumn("key", "text", (column) => column.primaryKey())
    .addColumn("value", "text", (column) => column.notNull())
    .execute();

  await db.schema
    .createTable("teams")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("name", "text", (column) => column.notNull())
    .addColumn("description", "text", (column) => column.notNull())
    .addColumn("created_at", "text", (column) => column.notNull())
    .execute();

  await db.schema
    .createTable("team_members")
    .addColumn("team_id", "text", (column) =>
      column.notNull().references("teams.id").onDelete("cascade"),
    )
    .addColumn("user_id", "text", (column) =>
      column.notNull().references("users.id").onDelete("cascade"),
    )
    .addColumn("added_at", "text", (column) => column.notNull())
    .addPrimaryKeyConstraint("team_members_key", ["team_id", "user_id"])
    .execute();
  await db.schema
    .createIndex("team_members_by_user")
    .on("team_members")
    .column("user_id")
    .execute();

  await createTasks(db);

  await db.schema
    .createTable("comments")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("task_id", "text", (column) =>
      column.notNull().references("tasks.id").onDelete("cascade"),
    )
    .addColumn("user_id", "text", (column) => column.references("users.id").onDelete("set null"))
    .addColumn("user_name", "text", (column) => column.notNull())
    .addColumn("comment", "text", (column) => column.notNull())
    .addColumn("created_at", "text", (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex("comments_of_task")
    .on("comments")
    .columns(["task_id", "created_at", "id"])
    .execute();
  await db.schema.createIndex("comments_by_user").on("comments").column("user_id").execute();
}

async function createTasks(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable("tasks")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("title", "text", (column) => column.notNull())
    .addColumn("description", "text", (column) => column.notNull())
    .addColumn("status", "text", (column) =>
      column.notNull().check(sql`status in ('Todo', 'In Progress', 'Done')`),
    )
    .addColumn("priority", "text", (column) =>
      column.notNull().check(sql`priority in ('Low', 'Medium', 'High')`),
    )
    .addColumn("due_date", "text")
    .addColumn("assignee_id", "text", (column) =>
      column.references("users.id").onDelete("set null"),
    )
    .addColumn("team_id", "text", (column) => column.references("teams.id").onDelete("set null"))
    .addColumn("created_by", "text", (column) => column.references("users.id").onDelete("set null"))
    .addColumn("created_at", "text", (column) => column.notNull())
    .addColumn("updated_at", "text", (column) => column.notNull())
    .addColumn("status_changed_at", "text", (column) => column.notNull())
    .addColumn("version", "integer", (column) => column.notNull().defaultTo(1))
    .addColumn("search_text", "text", (column) => column.notNull().defaultTo(""))
    .execute();

  const indexes: [name: string, columns: string[]][] = [
    // A board's column, newest arrival first; the id keeps the order stable.
    ["tasks_of_column", ["status", "status_changed_at desc", "id"]],
    // The task list, newest first, without a filter and with each one.
    ["tasks_by_age", ["created_at desc", "id"]],
    ["tasks_of_assignee", ["assignee_id", "created_at desc", "id"]],
    ["tasks_of_status", ["status", "created_at desc", "id"]],
    ["tasks_of_priority", ["priority", "created_at desc", "id"]],
    // Overdue tasks and deadlines.
    ["tasks_by_due_date", ["due_date", "status", "id"]],
    // Tasks of a team or user that is deleted.
    ["tasks_of_team", ["team_id"]],
    ["tasks_of_creator", ["created_by"]],
  ];
  for (const [name, columns] of indexes) {
    const list = sql.raw(columns.join(", "));
    await sql`create index ${sql.ref(name)} on tasks (${list})`.execute(db);
  }
}

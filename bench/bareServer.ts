import { createServer } from "node:http";
import { DatabaseSync } from "node:sqlite";
import { TASK_STATUSES, type Task } from "#contract/task.ts";

/**
 * A minimal server for board reads and moves: `node:http` and `node:sqlite`. It writes as durably,
 * reads as many rows and returns the same bytes as the product, but has no authentication, validation
 * or log, and a single index. The product's cost is compared with it.
 */
const database = new DatabaseSync(String(process.env["BARE_DATABASE"]));
database.exec("pragma journal_mode = wal; pragma synchronous = full;");
database.exec(`create table if not exists tasks (
  id text primary key, title text, description text, status text, priority text, due_date text,
  assignee_id text, team_id text, created_at text, status_changed_at text
)`);
database.exec("create index if not exists by_arrival on tasks (status_changed_at desc, id)");

const insert = database.prepare("insert into tasks values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)");
const board = database.prepare(
  `select id, title, description, status, priority, due_date, assignee_id, team_id, created_at
   from tasks order by status_changed_at desc, id`,
);
const move = database.prepare(
  `update tasks set status = ?, status_changed_at = ? where id = ?
   returning id, title, description, status, priority, due_date, assignee_id, team_id, created_at`,
);

function readBoard(): string {
  const lists: Record<string, unknown[]> = {};
  for (const status of TASK_STATUSES) lists[status] = [];
  for (const row of board.all()) lists[String(row["status"])]?.push(row);
  return JSON.stringify({ board: lists });
}

function fill(tasks: Task[]): string {
  database.exec("begin");
  for (const task of tasks) {
    insert.run(
      task.id,
      task.title,
      task.description,
      task.status,
      task.priority,
      task.due_date,
      task.assignee_id,
      task.team_id,
      task.created_at,
      task.created_at,
    );
  }
  database.exec("commit");
  return "{}";
}

createServer((request, response) => {
  let body = "";
  request.setEncoding("utf8");
  request.on("data", (chunk: string) => {
    body += chunk;
  });
  request.on("end", () => {
    response.setHeader("content-type", "application/json; charset=utf-8");
    if (request.method === "GET") return response.end(readBoard());
    if (request.method === "POST") return response.end(fill(JSON.parse(body) as Task[]));
    const { status } = JSON.parse(body) as { status: string };
    const id = String(request.url?.split("/")[3]);
    const task = move.get(status, new Date().toISOString(), id);
    if (!task) response.statusCode = 404;
    return response.end(JSON.stringify({ task }));
  });
}).listen(Number(process.env["PORT"]), "127.0.0.1");

process.once("SIGTERM", () => process.exit(0));

import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { TestServer } from "./server.ts";

function change({ dataDir }: TestServer, apply: (db: DatabaseSync) => void): void {
  const db = new DatabaseSync(path.join(dataDir, "taskdeck.db"), { timeout: 5_000 });
  apply(db);
  db.close();
}

/** Adds active members without sessions: `Person 01` and so on. */
export function addPeople(server: TestServer, count: number): void {
  change(server, (db) => {
    const insert = db.prepare(
      `insert into users (id, name, email, email_key, role, is_active, password_hash, created_at)
       values (?, ?, ?, ?, 'member', 1, '', ?)`,
    );
    for (let number = 1; number <= count; number += 1) {
      const name = `Person ${String(number).padStart(2, "0")}`;
      const email = `person.${number}@example.com`;
      insert.run(crypto.randomUUID(), name, email, email, new Date().toISOString());
    }
  });
}

/**
 * Holds each run after its first users: the server loses its lease, as if another server worked on
 * the run.
 */
export function holdRuns(server: TestServer): void {
  change(server, (db) =>
    db.exec(`
      create trigger hold_runs after update on user_run_items when new.result in ('done', 'undone')
      begin
        update user_runs set lease_owner = 'another server', lease_until = '2999-01-01T00:00:00.000Z'
        where id = new.run_id;
      end`),
  );
}

/** Lets the server go on with held runs. */
export function releaseRuns(server: TestServer): void {
  change(server, (db) => {
    db.exec("drop trigger hold_runs");
    db.exec("update user_runs set lease_owner = null, lease_until = null");
  });
}

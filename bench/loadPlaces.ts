import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { sql } from "kysely";
import { openDatabase } from "#server/db/open.ts";
import { runPostgres } from "#server/testing/postgres.ts";
import type { DatabaseName } from "./measurements.ts";

/** Creates databases of one kind. */
export interface Places {
  /** An empty database of this name: a folder, or a PostgreSQL URL. */
  create(name: string): Promise<string>;
  remove(name: string): Promise<void>;
  end(): Promise<void>;
}

/** The databases write durably, as in production. */
export async function openPlaces(database: DatabaseName): Promise<Places> {
  return database === "sqlite" ? folders() : await postgresDatabases();
}

function folders(): Places {
  const root = mkdtempSync(path.join(tmpdir(), "taskdeck-load-"));
  const remove = (name: string) => rmSync(path.join(root, name), { recursive: true, force: true });
  return {
    create: async (name) => path.join(root, name),
    remove: async (name) => remove(name),
    end: async () => remove("."),
  };
}

async function postgresDatabases(): Promise<Places> {
  const postgres = await runPostgres({ durable: true });
  const admin = openDatabase(postgres.url, { poolSize: 1, statementTimeout: 0 });
  return {
    async create(name) {
      await sql`create database ${sql.id(name)}`.execute(admin);
      return Object.assign(new URL(postgres.url), { pathname: `/${name}` }).href;
    },
    async remove(name) {
      await sql`drop database ${sql.id(name)} with (force)`.execute(admin);
    },
    async end() {
      await admin.destroy();
      await postgres.stop();
    },
  };
}

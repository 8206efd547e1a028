import { mkdtempSync, rmSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { zipSync } from "fflate";
import { sql } from "kysely";
import type { ImportResponse } from "#contract/shapes/imports.ts";
import { migrateDatabase } from "#server/db/migrate.ts";
import { openDatabase } from "#server/db/open.ts";
import { type Attack, MB, type Target, timed } from "./attackTarget.ts";
import { MeasuredServer } from "./measured.ts";

const upload = async ({ server, session }: Target, file: Uint8Array | string) =>
  await fetch(`${server.url}/api/imports?name=attack`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${session.accessToken}`,
      "content-type": "application/octet-stream",
    },
    body: typeof file === "string" ? file : Buffer.from(file),
  });

/** Uploads a file that is accepted, and returns the id of its draft. */
async function addDraft(target: Target, file: string): Promise<string> {
  const response = await upload(target, file);
  if (response.status !== 201) throw new Error(`The upload got status ${response.status}`);
  return ((await response.json()) as ImportResponse).import.id;
}

const table = (rows: number, cell: string) => `Title\n${`${cell}\n`.repeat(rows)}`;

/** A zip of few KB that unpacks to 31 MiB, as often as it lists the file. */
function bomb(entries: number): Uint8Array {
  const content = Buffer.from(`[${" ".repeat(31 * MB)}]`);
  const names = Array.from({ length: entries }, (_none, index) => `data.${1000 + index}`);
  const zip = zipSync(Object.fromEntries(names.map((name) => [name, content])));
  const text = Buffer.from(zip).toString("latin1");
  return Buffer.from(text.replaceAll(/data\.\d{4}/g, "data.json"), "latin1");
}

/** Fills an empty folder with drafts that are so old that the server deletes them at its start. */
async function addAbandonedDrafts(folder: string, count: number): Promise<void> {
  await migrateDatabase(folder);
  await using db = openDatabase(folder);
  for (let draft = 0; draft < count; draft += 1) {
    const id = `draft-${draft}`;
    const outline = { source: "csv", columns: [], lists: [], people: [], dates: null, notes: [] };
    await sql`
      insert into imports (id, source, file_name, state, created_at, created_by, created_by_name,
        outline, mapping, total)
      values (${id}, 'csv', '', 'draft', '2020-01-01T00:00:00.000Z', '', '',
        ${JSON.stringify(outline)}, '{}', 50000)`.execute(db);
    await sql`
      with recursive rows (position) as
        (select 1 union all select position + 1 from rows where position < 50000)
      insert into import_items (import_id, position, source_id, data, title, list, remarks)
      select ${id}, position, position, '["A task of some length, as they are"]', 'A task', '', '[]'
      from rows`.execute(db);
  }
}

const statuses = (responses: readonly Response[]) =>
  responses.map(({ status }) => status).join(" ");

/** A board with one card that has all comments. */
const comments = (count: number) =>
  JSON.stringify({
    lists: [],
    cards: [{ id: "card", name: "A card" }],
    actions: Array.from({ length: count }, (_none, index) => ({
      type: "commentCard",
      data: { card: { id: "card" }, text: `Comment ${index}` },
    })),
  });

export const IMPORT_ATTACKS: Record<string, Attack> = {
  "14. zips of 31 and 125 KB that unpack to 31 MiB, once and four times": async (target) => {
    return statuses([await upload(target, bomb(1)), await upload(target, bomb(4))]);
  },
  "15. two uploads of 31 MiB at once": async (target) => {
    const file = table(45_000, "x".repeat(700));
    return statuses(await Promise.all([upload(target, file), upload(target, file)]));
  },
  "15. 32 uploads that stall at 31 MiB": async ({ server, session }) => {
    const { hostname, port } = new URL(server.url);
    const head = `POST /api/imports HTTP/1.1\r\nhost: ${hostname}:${port}\r\nauthorization: Bearer ${session.accessToken}\r\ncontent-type: text/csv\r\ncontent-length: ${32 * MB}\r\n\r\n`;
    const part = Buffer.alloc(31 * MB, "x");
    const sockets = Array.from({ length: 32 }, () => connect(Number(port), hostname));
    for (const socket of sockets) {
      socket.on("error", () => undefined).resume();
      socket.write(head);
      socket.write(part);
    }
    await pause(15_000);
    for (const socket of sockets) socket.destroy();
    return "after 15 s";
  },
  "16. an import of 100,000 comments on one card, read 20 times": async (target) => {
    const id = await addDraft(target, comments(100_000));
    const read = async () => {
      for (let times = 0; times < 20; times += 1) {
        await (await target.call("GET", `/api/imports/${id}`)).text();
      }
    };
    const ms = await timed(read);
    const run = await target.call("POST", `/api/imports/${id}/run`, { dry: false });
    return `${run.status}, a response in ${Math.round(ms / 20)} ms`;
  },
  "17. a start on SQLite with 19 abandoned drafts of 50,000 rows": async ({ server }) => {
    const folder = mkdtempSync(path.join(tmpdir(), "taskdeck-bench-"));
    await addAbandonedDrafts(folder, 19);
    const port = String(Number(new URL(server.url).port) + 1);
    const waits: number[] = [];
    const started = performance.now();
    const other = await MeasuredServer.start(
      "server/main.ts",
      { PORT: port, DATA_DIR: folder },
      "/healthz",
    );
    waits.push(performance.now() - started);
    await using db = openDatabase(folder);
    const drafts = () => db.selectFrom("imports").select("id").limit(1).executeTakeFirst();
    while (await drafts()) waits.push(await timed(() => fetch(`${other.url}/healthz`)));
    await other.end();
    rmSync(folder, { recursive: true });
    const [start = 0, ...later] = waits;
    return `listens after ${Math.round(start)} ms, then waits of ${Math.max(0, ...later)} ms at most`;
  },
  "18. 12 checks of a file with 500 lists and people of long names": async (target) => {
    const name = "x".repeat(29_000);
    const ids = Array.from({ length: 500 }, (_none, index) => String(index));
    const board = {
      lists: ids.map((id) => ({ id, name })),
      members: ids.map((id) => ({ id, fullName: name })),
      cards: ids.map((id) => ({ id, idList: id, name: "A card" })),
    };
    const id = await addDraft(target, JSON.stringify(board));
    let bytes = 0;
    for (let times = 0; times < 12; times += 1) {
      const run = await fetch(`${target.server.url}/api/imports/${id}/run`, {
        method: "POST",
        headers: {
          authorization: `Bearer ${target.session.accessToken}`,
          "content-type": "application/json",
          "idempotency-key": `the-key-of-check-${times}`,
        },
        body: JSON.stringify({ dry: true }),
      });
      bytes = (await run.arrayBuffer()).byteLength;
    }
    return `${(bytes / MB).toFixed(1)} MB a response`;
  },
};

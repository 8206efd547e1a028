import { parseArgs } from "node:util";
import { runPostgres } from "#server/testing/postgres.ts";
import { ensureBrowsers } from "../scripts/browsers.ts";
import { measureAttacks } from "./attacks.ts";
import { measureBrowser } from "./browser.ts";
import { measureBytes, measureParts } from "./bytes.ts";
import { measureDevTools } from "./devtools.ts";
import { measureLoad } from "./load.ts";
import { loadTables } from "./loadTables.ts";
import { writeTables } from "./markdown.ts";
import { measureMillion, SIZES } from "./million.ts";
import { measureSignIn } from "./signIn.ts";
import { printTable } from "./table.ts";
import { measureUsers } from "./users.ts";

/**
 * `npm run bench [browser|signin]`: measures the built product, and prints figures and
 * targets. It asserts nothing, because figures depend on the machine.
 *
 * `npm run bench bytes`: the bytes that each page of the build loads before its content, by package, and
 * of each part, with its five largest folders.
 *
 * `npm run bench devtools`: the time that Redux DevTools adds to an action on a board of 5,000 cards.
 *
 * `npm run bench attacks [number …]`: the longest wait of another user's request during each known
 * attack, and the growth of the server's memory, on both databases (seven minutes).
 *
 * `npm run bench million [100000|1000000]`: calls among 100,000 and a million tasks, on both databases
 * (half an hour). With BENCH_MILLION (a folder or a PostgreSQL URL) only on that database, which is
 * filled once and kept.
 *
 * `npm run bench users`: the admins' screen with 100 and with 10,000 users, in Chromium.
 *
 * `npm run bench load [-- --quick] [-- --write docs/scaling.md]`: the capacity of one process, and how
 * cost grows. Updates the tables of that document.
 */
const PORT = Number(process.env["BENCH_PORT"] ?? 3190);
const { values: options, positionals: chosen } = parseArgs({
  allowPositionals: true,
  options: { quick: { type: "boolean", default: false }, write: { type: "string" } },
});

async function onPostgres<T>(measure: (url: string) => Promise<T>): Promise<T> {
  const postgres = await runPostgres({ durable: true });
  try {
    return await measure(postgres.url);
  } finally {
    await postgres.stop();
  }
}

const wanted = (name: string): boolean => chosen.length === 0 || chosen.includes(name);

if (wanted("signin")) {
  console.log("Measuring failed sign-ins (about a minute)…");
  printTable("signing in", await measureSignIn(PORT + 3));
}
if (wanted("browser")) {
  const missing = ensureBrowsers();
  if (missing) {
    console.error(missing);
    process.exitCode = 1;
  } else {
    console.log("Measuring the app in Chromium, 1280 × 800 (some minutes)…");
    printTable("browser", await measureBrowser(PORT + 2));
  }
}

if (chosen.includes("bytes")) {
  for (const [page, rows] of measureBytes()) printTable(page, rows);
  printTable("parts", measureParts());
}

if (chosen.includes("devtools")) printTable("Redux DevTools", await measureDevTools());

if (chosen.includes("users")) printTable("users", await measureUsers(PORT));

if (chosen.includes("attacks")) {
  const numbers = chosen.filter((name) => /^\d+$/.test(name));
  printTable("attacks on SQLite: the longest wait", await measureAttacks(PORT, numbers));
  const rows = await onPostgres((url) => measureAttacks(PORT, numbers, url));
  printTable("attacks on PostgreSQL: the longest wait", rows);
}

if (chosen.includes("million")) {
  const where = process.env["BENCH_MILLION"];
  const given = chosen.map(Number).filter((tasks) => Object.hasOwn(SIZES, tasks));
  for (const tasks of given.length > 0 ? given : Object.keys(SIZES).map(Number)) {
    const title = (place: string) => `${place}, ${tasks.toLocaleString("en")} tasks`;
    if (where === undefined) {
      printTable(title("SQLite"), await measureMillion(PORT, tasks));
      const rows = await onPostgres((url) => measureMillion(PORT, tasks, url));
      printTable(title("PostgreSQL"), rows);
    } else {
      printTable(title(where.split("@").at(-1) ?? ""), await measureMillion(PORT, tasks, where));
    }
  }
}

if (chosen.includes("load")) {
  console.log(`Measuring one process under load (${options.quick ? "4" : "15"} minutes at most)…`);
  const tables = loadTables(await measureLoad(PORT, options.quick));
  for (const [name, table] of Object.entries(tables)) console.log(`\n${name}\n\n${table}`);
  if (options.write !== undefined) writeTables(options.write, tables);
}

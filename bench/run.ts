import { parseArgs } from "node:util";
import { runPostgres } from "#server/testing/postgres.ts";
import { ensureBrowsers } from "../scripts/browsers.ts";
import { measureAttacks } from "./attacks.ts";
import { measureBrowser } from "./browser.ts";
import { measureBytes } from "./bytes.ts";
import { measureLoad } from "./load.ts";
import { loadTables } from "./loadTables.ts";
import { writeTables } from "./markdown.ts";
import { measureMillion } from "./million.ts";
import { measureServer } from "./server.ts";
import { measureSignIn } from "./signIn.ts";
import { printTable } from "./table.ts";

/**
 * `npm run bench [browser|server|signin|postgres]`: measures the built product and prints the figures
 * beside what they should be. It asserts nothing: figures depend on the machine.
 *
 * `npm run bench bytes`: what each page of the build loads before its content, by package.
 *
 * `npm run bench attacks`: how long somebody else's call waits at the longest during each known attack,
 * on both databases (six minutes).
 *
 * `npm run bench million`: what a million tasks mean for calls that look at all of them, on both
 * databases (a quarter of an hour). With BENCH_MILLION (a folder, or the address of a PostgreSQL
 * database) on that one alone, which stays, and need not be filled again.
 *
 * `npm run bench load [-- --quick] [-- --write docs/scaling.md]`: what one process carries, and how cost
 * grows; written into the tables of that document.
 */
const PORT = Number(process.env["BENCH_PORT"] ?? 3190);
const { values: options, positionals: chosen } = parseArgs({
  allowPositionals: true,
  options: { quick: { type: "boolean", default: false }, write: { type: "string" } },
});
const wanted = (name: string): boolean => chosen.length === 0 || chosen.includes(name);

if (wanted("server")) {
  console.log("Measuring the server (about a minute)…");
  printTable("server, 100 tasks", await measureServer([PORT, PORT + 1]));
}
if (wanted("postgres")) {
  console.log("Measuring the server on PostgreSQL (about a minute)…");
  const postgres = await runPostgres({ durable: true });
  try {
    const rows = await measureServer([PORT, PORT + 1], postgres.url);
    printTable("server on PostgreSQL, 100 tasks", rows);
  } finally {
    await postgres.stop();
  }
}
if (wanted("signin")) {
  console.log("Measuring sign-ins that fail (about a minute)…");
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
}

if (chosen.includes("attacks")) {
  printTable("attacks on SQLite: the longest wait", await measureAttacks(PORT));
  const postgres = await runPostgres({ durable: true });
  try {
    printTable("attacks on PostgreSQL: the longest wait", await measureAttacks(PORT, postgres.url));
  } finally {
    await postgres.stop();
  }
}

if (chosen.includes("million")) {
  const where = process.env["BENCH_MILLION"];
  if (where === undefined) {
    printTable("SQLite, 1,000,000 tasks", await measureMillion(PORT));
    const postgres = await runPostgres({ durable: true });
    try {
      const rows = await measureMillion(PORT, postgres.url);
      printTable("PostgreSQL, 1,000,000 tasks", rows);
    } finally {
      await postgres.stop();
    }
  } else {
    printTable(`${where.split("@").at(-1)}, 1,000,000 tasks`, await measureMillion(PORT, where));
  }
}

if (chosen.includes("load")) {
  console.log(`Measuring one process under load (${options.quick ? "4" : "15"} minutes at most)…`);
  const tables = loadTables(await measureLoad(PORT, options.quick));
  for (const [name, table] of Object.entries(tables)) console.log(`\n${name}\n\n${table}`);
  if (options.write !== undefined) writeTables(options.write, tables);
}

import { runPostgres } from "#server/db/testPostgres.ts";
import { ensureBrowsers } from "../scripts/browsers.ts";
import { measureBrowser } from "./browser.ts";
import { measureServer } from "./server.ts";
import { measureSignIn } from "./signIn.ts";
import { printTable } from "./table.ts";

/**
 * `npm run bench [browser|server|signin|postgres]`: measures the built product and prints the figures
 * beside what they should be. It asserts nothing: figures depend on the machine.
 */
const PORT = Number(process.env["BENCH_PORT"] ?? 3190);
const chosen = process.argv.slice(2);
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

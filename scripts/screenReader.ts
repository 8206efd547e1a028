import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { type Browser, chromium, firefox } from "playwright-core";
import type { Task } from "#contract/task.ts";
import { TestServer } from "../e2e/support/server.ts";
import { runProcess } from "../e2e/support/serverProcess.ts";
import { CHROMIUM_ARGS } from "../playwright.config.ts";
import { type BrowserName, browserPath } from "./browsers.ts";
import { Desktop } from "./screenReader/desktop.ts";
import { FLOWS } from "./screenReader/flows.ts";

/*
 * Writes down what the screen reader Orca says in Chromium or Firefox:
 * `node scripts/screenReader.ts chromium`. Needs a built app and Debian's packages orca,
 * speech-dispatcher, at-spi2-core, dbus-x11, xvfb, openbox and xdotool.
 */

const TITLES = ["Feed the cat", "Water the plants", "Post a letter", "Bake bread"];
/** Two runs may go on at once. */
const DISPLAYS = { chromium: ":87", firefox: ":88" } as const;
const OUTPUT = "docs/screen-reader";

async function launch(name: BrowserName, env: Record<string, string>): Promise<Browser> {
  if (name === "firefox") {
    const executablePath = browserPath("firefox");
    return firefox.launch({
      channel: "moz-firefox",
      executablePath,
      headless: false,
      env,
    });
  }
  const args = [...CHROMIUM_ARGS, "--force-renderer-accessibility", "--window-size=1280,880"];
  return chromium.launch({ executablePath: "/usr/bin/chromium", headless: false, env, args });
}

async function record(name: BrowserName): Promise<string[]> {
  const folder = mkdtempSync(path.join(tmpdir(), "taskdeck-orca-"));
  const desktop = new Desktop(folder, DISPLAYS[name]);
  const server = await TestServer.start(runProcess(), {});
  const lines: string[] = [];
  let browser: Browser | undefined;
  try {
    const session = await server.signUp();
    const tasks: Task[] = [];
    // The newest card is on top of its column.
    for (const title of TITLES.toReversed())
      tasks.unshift(await server.addTask(session, { title }));
    await desktop.start();
    browser = await launch(name, desktop.env);
    const page = await browser.newPage({ baseURL: server.url, viewport: null });
    const step = async (what: string, act: () => unknown) => {
      await act();
      const spoken = await desktop.spoken();
      lines.push("", what, ...spoken.map((line) => `    ${line}`));
    };
    for (const [title, flow] of Object.entries(FLOWS)) {
      lines.push("", `## ${title}`);
      await flow({ page, desktop, server, session, tasks, step }).catch((error: unknown) => {
        lines.push("", `Stopped: ${String(error).split("\n")[0]}`);
      });
    }
    lines.unshift(`# Orca with ${name} ${browser.version()}`);
  } finally {
    await browser?.close();
    desktop.stop();
    await server.dispose();
    rmSync(folder, { recursive: true, force: true });
  }
  return lines;
}

const name = process.argv[2] === "firefox" ? "firefox" : "chromium";
if (process.env["TASKDECK_ORCA_BUS"] === undefined) {
  const args = ["--", process.execPath, import.meta.filename, name];
  const env = { ...process.env, TASKDECK_ORCA_BUS: "1" };
  process.exitCode = spawnSync("dbus-run-session", args, { env, stdio: "inherit" }).status ?? 1;
} else {
  const lines = await record(name);
  mkdirSync(OUTPUT, { recursive: true });
  writeFileSync(path.join(OUTPUT, `${name}.txt`), `${lines.join("\n")}\n`);
}

import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { type Browser, chromium, firefox } from "playwright-core";
import type { Task, TaskPageResponse } from "#contract/shapes/task.ts";
import { TestServer } from "../e2e/support/server.ts";
import { runProcess } from "../e2e/support/serverProcess.ts";
import { keepSession } from "../e2e/support/test.ts";
import { CHROMIUM_ARGS } from "../playwright.config.ts";
import { type BrowserName, browserPath } from "./browsers.ts";
import { Desktop } from "./screenReader/desktop.ts";
import { FLOWS } from "./screenReader/flows.ts";

/*
 * Writes down what the screen reader Orca says in Chromium or Firefox:
 * `node scripts/screenReader.ts chromium`, for single flows `… chromium Comment "A conflict"`. Needs
 * a built app and Debian's packages orca, speech-dispatcher, at-spi2-core, dbus-x11, xvfb, openbox
 * and xdotool. Only one run at a time: a starting Orca ends every other one.
 */

const TITLES = ["Feed the cat", "Water the plants", "Post a letter", "Bake bread"];
const DISPLAY = ":87";
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

/** Each flow has tasks of its own and a new user, so that it can run alone. */
async function setUp(server: TestServer, flow: string) {
  const session = await server.signUp({
    role: "admin",
    email: `ada.lovelace@${toSlug(flow)}.example`,
  });
  const token = session.accessToken;
  const { tasks: old } = await server.call<TaskPageResponse>(
    "GET",
    "/api/tasks/search",
    undefined,
    token,
  );
  for (const { id } of old) await server.call("DELETE", `/api/tasks/${id}`, undefined, token);
  const tasks: Task[] = [];
  // The newest card is on top of its column.
  for (const title of TITLES.toReversed()) tasks.unshift(await server.addTask(session, { title }));
  return { session, tasks };
}

const toSlug = (flow: string): string => flow.toLowerCase().replaceAll(/[^a-z]+/g, "-");

/** The lines of each flow, by its title. */
type Transcript = Map<string, string[]>;

async function record(
  name: BrowserName,
  flows: readonly string[],
): Promise<{ version: string; transcript: Transcript }> {
  const folder = mkdtempSync(path.join(tmpdir(), "taskdeck-orca-"));
  const desktop = new Desktop(folder, DISPLAY);
  const server = await TestServer.start(runProcess(), {});
  const transcript: Transcript = new Map();
  let browser: Browser | undefined;
  try {
    await desktop.start();
    browser = await launch(name, desktop.env);
    const page = await browser.newPage({
      baseURL: server.url,
      viewport: null,
      // Playwright doesn't intercept the requests of a service worker.
      serviceWorkers: "block",
    });
    for (const title of flows) {
      const lines: string[] = [];
      transcript.set(title, lines);
      const step = async (what: string, act: () => unknown) => {
        await act();
        const spoken = await desktop.spoken();
        lines.push(what, ...spoken.map((line) => `    ${line}`));
      };
      const { session, tasks } = await setUp(server, title);
      await keepSession(page, session);
      desktop.enterPage();
      // Orca's words about the empty page are not part of the flow.
      await desktop.spoken();
      const stage = { page, desktop, server, session, tasks, step };
      await FLOWS[title]?.(stage).catch((error: unknown) => {
        lines.push(`Stopped: ${String(error).split("\n")[0]}`);
      });
    }
    return { version: browser.version(), transcript };
  } finally {
    await browser?.close();
    desktop.stop();
    await server.dispose();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The flows of an earlier run. */
function readTranscript(file: string): Transcript {
  const text = existsSync(file) ? readFileSync(file, "utf8") : "";
  const [, ...sections] = text.split(/^## /m);
  return new Map(
    sections.map((section) => {
      const [title = "", ...lines] = section.trimEnd().split("\n");
      return [title, lines.filter(Boolean)];
    }),
  );
}

/** Writes the flows in their order: those of this run, and the others as they were. */
function writeTranscript(file: string, heading: string, transcript: Transcript): void {
  const all = new Map([...readTranscript(file), ...transcript]);
  const sections = Object.keys(FLOWS).flatMap((title) => {
    const lines = all.get(title);
    return lines ? [`## ${title}\n\n${lines.join("\n")}`] : [];
  });
  mkdirSync(OUTPUT, { recursive: true });
  writeFileSync(file, `${[heading, ...sections].join("\n\n")}\n`);
}

const [browserName, ...named] = process.argv.slice(2);
const name = browserName === "firefox" ? "firefox" : "chromium";
const unknown = named.find((title) => !(title in FLOWS));
if (unknown !== undefined) {
  console.error(`There is no flow "${unknown}". The flows: ${Object.keys(FLOWS).join(", ")}.`);
  process.exitCode = 1;
} else if (process.env["TASKDECK_ORCA_BUS"] === undefined) {
  const args = ["--", process.execPath, import.meta.filename, name, ...named];
  const env = { ...process.env, TASKDECK_ORCA_BUS: "1" };
  process.exitCode = spawnSync("dbus-run-session", args, { env, stdio: "inherit" }).status ?? 1;
} else {
  const flows = named.length > 0 ? named : Object.keys(FLOWS);
  const { version, transcript } = await record(name, flows);
  const heading = `# What Orca 43 says with ${name} ${version}`;
  writeTranscript(path.join(OUTPUT, `${name}.txt`), heading, transcript);
}

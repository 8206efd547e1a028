import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Browser, BrowserContext } from "playwright-core";
import type { SessionResponse } from "#contract/session.ts";
import { serveBaseline } from "./baseline/serve.ts";
import { fillDatabase } from "./fill.ts";
import { MeasuredServer } from "./measured.ts";

/** The number of users, for the screen on which all of them are selected. */
const PEOPLE = 500;

/** The board of Taskdeck or of the baseline, in a browser. */
export interface MeasuredApp {
  url: string;
  /** Opens a signed-in browser profile. */
  open: (browser: Browser) => Promise<BrowserContext>;
}

/** Taskdeck and the baseline, with the same board. */
interface MeasuredBoards {
  taskdeck: MeasuredApp;
  baseline: MeasuredApp;
  end: () => Promise<void>;
}

/** Starts Taskdeck on `port` and the baseline on the next port, with this number of tasks. */
export async function serveBoards(
  tasks: number,
  port: number,
  baselineScript: Buffer,
): Promise<MeasuredBoards> {
  const folder = mkdtempSync(path.join(tmpdir(), "taskdeck-bench-"));
  await fillDatabase(folder, tasks, PEOPLE);
  const server = await MeasuredServer.start(
    "server/main.ts",
    { PORT: String(port), DATA_DIR: folder, LOGIN_RATE_LIMIT: "off" },
    "/healthz",
  );
  const { accessToken } = await startSession(server.url, "register");
  const board = await fetch(`${server.url}/api/kanban/board`, {
    headers: { authorization: `Bearer ${accessToken}` },
  });
  const baseline = await serveBaseline(port + 1, baselineScript, await board.text());
  return {
    taskdeck: {
      url: server.url,
      open: async (browser) =>
        openProfile(browser, server.url, await startSession(server.url, "login")),
    },
    baseline: { url: baseline.url, open: (browser) => openProfile(browser, baseline.url, null) },
    end: async () => {
      await baseline.end();
      await server.end();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const ACCOUNT = { email: "bench@example.com", password: "a long one" };

/** Registers the admin, or signs them in. */
export async function startSession(
  url: string,
  way: "register" | "login",
): Promise<SessionResponse> {
  const response = await fetch(`${url}/api/auth/${way}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ ...ACCOUNT, ...(way === "register" && { role: "admin" }) }),
  });
  return (await response.json()) as SessionResponse;
}

/** Opens a browser profile, signed in if there is a session. */
export async function openProfile(
  browser: Browser,
  url: string,
  session: SessionResponse | null,
): Promise<BrowserContext> {
  const stored = session
    ? [
        { name: "refreshToken", value: session.refreshToken },
        { name: "user", value: JSON.stringify(session.user) },
      ]
    : [];
  return await browser.newContext({
    viewport: { width: 1280, height: 800 },
    storageState: { cookies: [], origins: [{ origin: url, localStorage: stored }] },
  });
}

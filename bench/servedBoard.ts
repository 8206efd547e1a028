import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Browser, BrowserContext } from "playwright-core";
import type { SessionResponse } from "#contract/shapes/session.ts";
import { fillDatabase } from "./fill.ts";
import { MeasuredServer } from "./measured.ts";

/** The number of users, for the screen on which all of them are selected. */
const PEOPLE = 500;

/** A board in a browser. */
export interface ServedBoard {
  url: string;
  /** Opens a signed-in browser profile. */
  open: (browser: Browser) => Promise<BrowserContext>;
  end: () => Promise<void>;
}

/** Starts a server with this number of tasks. */
export async function serveBoard(tasks: number, port: number): Promise<ServedBoard> {
  const folder = mkdtempSync(path.join(tmpdir(), "taskdeck-bench-"));
  await fillDatabase(folder, tasks, PEOPLE);
  const server = await MeasuredServer.start(
    "server/main.ts",
    { PORT: String(port), DATA_DIR: folder, LOGIN_RATE_LIMIT: "off" },
    "/healthz",
  );
  const { url } = server;
  await startSession(url, "register");
  return {
    url,
    open: async (browser) => openProfile(browser, url, await startSession(url, "login")),
    end: async () => {
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

/** Opens a browser profile that is signed in. */
export async function openProfile(
  browser: Browser,
  url: string,
  session: SessionResponse,
): Promise<BrowserContext> {
  const stored = [
    { name: "refreshToken", value: session.refreshToken },
    { name: "user", value: JSON.stringify(session.user) },
  ];
  return await browser.newContext({
    viewport: { width: 1280, height: 800 },
    storageState: { cookies: [], origins: [{ origin: url, localStorage: stored }] },
  });
}

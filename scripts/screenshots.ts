import { mkdirSync } from "node:fs";
import path from "node:path";
import { type Browser, chromium, type Page } from "playwright-core";
import type { SessionResponse } from "#contract/session.ts";
import { TestServer } from "../e2e/support/server.ts";
import { runProcess } from "../e2e/support/serverProcess.ts";
import { CHROMIUM_ARGS } from "../playwright.config.ts";
import { browserPath } from "./browsers.ts";

/**
 * Takes screenshots with the demo data. `npm run screenshots` takes those of the README;
 * `npm run screenshots -- FOLDER` takes every screen, wide and narrow, light and dark. Needs a built app
 * and Chromium.
 */
interface Screen {
  name: string;
  path: string;
  /** Waits until the screen is complete. */
  ready: (page: Page) => Promise<unknown>;
  signedIn: boolean;
}

const heading = (name: string | RegExp) => (page: Page) =>
  page.getByRole("heading", { name, level: 1 }).waitFor();

const SCREENS: Screen[] = [
  { name: "login", path: "/login", ready: heading("Welcome Back"), signedIn: false },
  { name: "register", path: "/register", ready: heading("Create Account"), signedIn: false },
  {
    name: "dashboard",
    path: "/dashboard",
    ready: (page) => page.getByText("Tasks Due").waitFor(),
    signedIn: true,
  },
  {
    name: "board",
    path: "/kanban",
    // The filters load after the cards.
    ready: (page) => page.getByRole("searchbox", { name: "Search the board" }).waitFor(),
    signedIn: true,
  },
  {
    name: "tasks",
    path: "/tasks",
    ready: (page) => page.getByText(/total task/).waitFor(),
    signedIn: true,
  },
  { name: "profile", path: "/profile", ready: heading("My Profile"), signedIn: true },
  {
    name: "teams",
    path: "/teams",
    ready: (page) =>
      page
        .getByText(/^Created /)
        .first()
        .waitFor(),
    signedIn: true,
  },
  {
    name: "users",
    path: "/users",
    ready: (page) => page.getByRole("row").nth(1).waitFor(),
    signedIn: true,
  },
  {
    name: "audit",
    path: "/audit",
    ready: (page) => page.getByRole("heading", { name: "Yesterday" }).waitFor(),
    signedIn: true,
  },
];

const README_SCREENS = new Set(["board", "dashboard", "tasks"]);
const WIDE = { width: 1280, height: 800 };
const NARROW = { width: 390, height: 844 };

/** Signs in with the password that the server printed. */
async function signInAsAdmin(server: TestServer): Promise<SessionResponse> {
  const [, email, password] = /admin\s+(\S+@\S+)\s+(\S+)/.exec(server.log) ?? [];
  return await server.call("POST", "/api/auth/login", { email, password });
}

async function take(
  browser: Browser,
  server: TestServer,
  session: SessionResponse,
  screen: Screen,
  {
    viewport,
    colorScheme,
    file,
  }: {
    viewport: typeof WIDE;
    colorScheme: "light" | "dark";
    file: string;
  },
): Promise<void> {
  const context = await browser.newContext({
    viewport,
    colorScheme,
    reducedMotion: "reduce",
    baseURL: server.url,
    storageState: {
      cookies: [],
      origins: screen.signedIn
        ? [
            {
              origin: server.url,
              localStorage: [
                { name: "refreshToken", value: session.refreshToken },
                { name: "user", value: JSON.stringify(session.user) },
              ],
            },
          ]
        : [],
    },
  });
  const page = await context.newPage();
  // With an open event stream the network would never be idle.
  await page.route("**/api/events", (route) => route.fulfill({ status: 404 }));
  await page.goto(screen.path);
  await screen.ready(page);
  await page.waitForLoadState("networkidle");
  await page.screenshot({ path: file });
  await context.close();
  console.log(file);
}

const [everythingInto] = process.argv.slice(2);
const folder = path.resolve(everythingInto ?? "docs/screenshots");
mkdirSync(folder, { recursive: true });
const server = await TestServer.start(runProcess("--demo"));
const browser = await chromium.launch({
  executablePath: browserPath("chromium"),
  args: CHROMIUM_ARGS,
});
try {
  const session = await signInAsAdmin(server);
  for (const screen of SCREENS) {
    if (everythingInto === undefined) {
      if (!README_SCREENS.has(screen.name)) continue;
      const file = path.join(folder, `${screen.name}.png`);
      await take(browser, server, session, screen, { viewport: WIDE, colorScheme: "light", file });
      continue;
    }
    for (const viewport of [WIDE, NARROW]) {
      for (const colorScheme of ["light", "dark"] as const) {
        const file = path.join(folder, `${screen.name}-${viewport.width}-${colorScheme}.png`);
        await take(browser, server, session, screen, { viewport, colorScheme, file });
      }
    }
  }
} finally {
  await browser.close();
  await server.dispose();
}

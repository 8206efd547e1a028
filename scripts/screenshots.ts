import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { type Browser, chromium, type Page } from "playwright-core";
import type { SessionResponse } from "#contract/shapes/session.ts";
import { controlsIn, README_SCREENS, signInToDemo } from "../e2e/support/readmeScreens.ts";
import { TestServer } from "../e2e/support/server.ts";
import { runProcess } from "../e2e/support/serverProcess.ts";
import { CHROMIUM_ARGS } from "../playwright.config.ts";
import { browserPath } from "./browsers.ts";

/**
 * Takes screenshots with the demo data. `npm run screenshots` takes those of the README, and notes
 * their controls in docs/screenshots/controls.json, by which a test notices that they are old;
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
  ...README_SCREENS.map((screen) => ({ ...screen, signedIn: true })),
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

const WIDE = { width: 1280, height: 800 };
const NARROW = { width: 390, height: 844 };

/** Takes a picture. Returns the controls that it shows. */
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
): Promise<string[]> {
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
  console.log(file);
  const controls = screen.signedIn && controlsIn(await page.getByRole("main").ariaSnapshot());
  await context.close();
  return controls || [];
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
  const session = await signInToDemo(server);
  if (everythingInto === undefined) {
    const controls: Record<string, string[]> = {};
    for (const screen of README_SCREENS) {
      const file = path.join(folder, `${screen.name}.png`);
      const look = { viewport: WIDE, colorScheme: "light", file } as const;
      controls[screen.name] = await take(
        browser,
        server,
        session,
        { ...screen, signedIn: true },
        look,
      );
    }
    writeFileSync(path.join(folder, "controls.json"), `${JSON.stringify(controls, null, 2)}\n`);
  }
  for (const screen of everythingInto === undefined ? [] : SCREENS) {
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

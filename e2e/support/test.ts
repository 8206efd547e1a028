import { existsSync } from "node:fs";
import path from "node:path";
import { test as base, expect, type Page } from "@playwright/test";
import axe from "axe-core";
import type { SessionResponse } from "#contract/shapes/session.ts";
import { ServerHost } from "./host.ts";
import { Problems } from "./problems.ts";
import { TestServer } from "./server.ts";
import { runProcess } from "./serverProcess.ts";

export { expect };

interface Fixtures {
  /** Environment of the test's server, for `test.use`. */
  serverEnv: Record<string, string>;
  /** Whether the server has its own process, for tests that end it. */
  ownProcess: boolean;
  /** The product with an empty database. */
  server: TestServer;
  /** The page's problems; the test fails if there are any. */
  problems: Problems;
  /** Opens a page of the app with a stored session. */
  openAs: (session: SessionResponse, url: string) => Promise<void>;
}

export const test = base.extend<Fixtures, { host: ServerHost }>({
  host: [
    // oxlint-disable-next-line eslint/no-empty-pattern -- Playwright reads fixture names here
    async ({}, use) => {
      const host = new ServerHost();
      await use(host);
      await host.close();
    },
    { scope: "worker" },
  ],

  serverEnv: [{}, { option: true }],
  ownProcess: [false, { option: true }],

  server: async ({ serverEnv, ownProcess, host }, use, info) => {
    if (!existsSync(path.resolve(import.meta.dirname, "../../dist/index.html"))) {
      throw new Error("dist/ is missing: run `npm run build` first");
    }
    const server = await TestServer.start(ownProcess ? runProcess() : host.run, serverEnv);
    await use(server);
    if (info.status !== info.expectedStatus) {
      await info.attach("server.log", { body: server.log, contentType: "text/plain" });
    }
    await server.dispose();
  },

  baseURL: async ({ server }, use) => use(server.url),

  problems: [
    async ({ page }, use) => {
      const problems = new Problems();
      await problems.watch(page);
      await use(problems);
      expect(problems.found, "nothing goes wrong in the page").toEqual([]);
    },
    { auto: true },
  ],

  openAs: async ({ page }, use) => {
    await use(async (session, url) => {
      await keepSession(page, session);
      await page.goto(url);
    });
  },
});

/** Stores a session where the app expects it (§3). */
export async function keepSession(page: Page, session: SessionResponse): Promise<void> {
  const empty = { contentType: "text/html", body: "<!doctype html><title>empty</title>" };
  await page.route("/empty", (route) => route.fulfill(empty));
  await page.goto("/empty");
  // An interception applies to all requests and disables the browser's cache.
  await page.unroute("/empty");
  await page.evaluate(({ refreshToken, user }) => {
    localStorage.setItem("refreshToken", refreshToken);
    localStorage.setItem("user", JSON.stringify(user));
  }, session);
}

type Theme = "light" | "dark";

/** Shows the page in a theme, regardless of the system's preference. */
async function showTheme(page: Page, theme: Theme): Promise<void> {
  await page.emulateMedia({ colorScheme: theme, reducedMotion: "reduce" });
  await page.evaluate(async (name) => {
    document.documentElement.dataset["theme"] = name;
    // Even the shortest transition shows its start until the next frame, and Firefox can't be made
    // to reduce motion. So all transitions are finished.
    for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
    const transitions = document.getAnimations().filter((one) => one instanceof CSSTransition);
    await Promise.allSettled(transitions.map(({ finished }) => finished));
  }, theme);
}

/** The rules that depend on colours, the only difference between themes. */
const COLOUR_RULES = ["color-contrast", "link-in-text-block"];

/** What lies over the page, which is checked without it too. */
const OVERLAYS = "dialog:modal, dialog:popover-open";

/** Runs axe in an open dialog or else in the page, by default with WCAG 2.2 AA and axe's best practices. */
export async function runAxe(page: Page, rules?: string[]): Promise<string[]> {
  // axe stays in the page: a second analysis loads nothing.
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe.source);
  return await page.evaluate(
    async ({ overlays, runOnly }) => {
      const open = document.querySelectorAll(overlays);
      const { violations } = await (window as unknown as { axe: typeof axe }).axe.run(
        open.length > 0 ? open : document,
        // Details of rules that pass would take most of the time. The app has no media to preload.
        { resultTypes: ["violations"], preload: false, ...(runOnly && { runOnly }) },
      );
      return violations.map(
        ({ id, help, nodes }) =>
          `${id} (${help}) at ${nodes.map((node) => [...node.target, node.failureSummary].join(" ")).join("; ")}`,
      );
    },
    { overlays: OVERLAYS, runOnly: rules },
  );
}

/**
 * axe's violations in the themes. Chromium only: the result doesn't depend on the browser, and
 * Firefox is slow.
 */
export async function findViolations(
  page: Page,
  themes: readonly Theme[] = ["light", "dark"],
): Promise<string[]> {
  if (page.context().browser()?.browserType().name() === "firefox") return [];
  const found: string[] = [];
  for (const theme of themes) {
    await showTheme(page, theme);
    const violations = await runAxe(page, theme === "dark" ? COLOUR_RULES : undefined);
    found.push(...violations.map((text) => `${theme}: ${text}`));
  }
  return found;
}

/** Expects that axe finds nothing in both themes. */
export async function expectAccessible(page: Page): Promise<void> {
  expect(await findViolations(page)).toEqual([]);
}

/** Expects a visible toast with this text. */
export async function expectToast(page: Page, text: string): Promise<void> {
  const toasts = page.getByRole("region", { name: "Notifications" });
  await expect(toasts.getByText(text, { exact: true }).first()).toBeVisible();
}

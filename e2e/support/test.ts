import { existsSync } from "node:fs";
import path from "node:path";
import AxeBuilder from "@axe-core/playwright";
import { test as base, expect, type Page } from "@playwright/test";
import type { SessionResponse } from "#contract/session.ts";
import { ServerHost } from "./host.ts";
import { Problems } from "./problems.ts";
import { TestServer } from "./server.ts";
import { runProcess } from "./serverProcess.ts";

export { expect };

interface Fixtures {
  /** Environment of the test's server, for `test.use`. */
  serverEnv: Record<string, string>;
  /** Whether the test's server is a process of its own, for tests that end it. */
  ownProcess: boolean;
  /** The product with an empty database. */
  server: TestServer;
  /** What went wrong in the page; the test fails when there is any. */
  problems: Problems;
  /** Opens a page of the app as someone who has signed in before. */
  openAs: (session: SessionResponse, url: string) => Promise<void>;
}

export const test = base.extend<Fixtures, { host: ServerHost }>({
  host: [
    // oxlint-disable-next-line eslint/no-empty-pattern -- Playwright reads the names of what is used
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

/** Puts a session where the app keeps it between visits (§3). */
export async function keepSession(page: Page, session: SessionResponse): Promise<void> {
  const empty = { contentType: "text/html", body: "<!doctype html><title>empty</title>" };
  await page.route("/empty", (route) => route.fulfill(empty));
  await page.goto("/empty");
  // While anything is intercepted, all requests are, and none is answered from the cache.
  await page.unroute("/empty");
  await page.evaluate(({ refreshToken, user }) => {
    localStorage.setItem("refreshToken", refreshToken);
    localStorage.setItem("user", JSON.stringify(user));
  }, session);
}

/** Shows the page in a theme, whatever the system prefers. */
export async function showTheme(page: Page, theme: "light" | "dark"): Promise<void> {
  await page.emulateMedia({ colorScheme: theme, reducedMotion: "reduce" });
  await page.evaluate(async (name) => {
    document.documentElement.dataset["theme"] = name;
    // Even the shortest transition shows its start until the next frame, and Firefox is not to be
    // told to reduce motion: so they run to their end.
    for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
    const transitions = document.getAnimations().filter((one) => one instanceof CSSTransition);
    await Promise.allSettled(transitions.map(({ finished }) => finished));
  }, theme);
}

/** The rules whose outcome is another one in other colours, which are all that a theme changes. */
const OF_COLOURS = ["color-contrast", "link-in-text-block"];

/**
 * Expects that axe finds nothing against WCAG 2.2 AA or its best practices, in both themes. What it
 * finds doesn't depend on the browser, and in Firefox it takes its time: it looks in Chromium.
 */
export async function expectAccessible(page: Page): Promise<void> {
  if (page.context().browser()?.browserType().name() === "firefox") return;
  for (const theme of ["light", "dark"] as const) {
    await showTheme(page, theme);
    // There are no frames, whose findings would have to be put together in a page of their own.
    const axe = new AxeBuilder({ page }).setLegacyMode();
    if (theme === "dark") axe.withRules(OF_COLOURS);
    const { violations } = await axe.analyze();
    const found = violations.map(
      ({ id, help, nodes }) =>
        `${theme}: ${id} (${help}) at ${nodes.map((node) => [...node.target, node.failureSummary].join(" ")).join("; ")}`,
    );
    expect(found).toEqual([]);
  }
}

/** Expects a toast, and that it can be read. */
export async function expectToast(page: Page, text: string): Promise<void> {
  const toasts = page.getByRole("region", { name: "Notifications" });
  await expect(toasts.getByText(text, { exact: true }).first()).toBeVisible();
}

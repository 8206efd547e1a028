import type { Page } from "@playwright/test";
import type { SessionResponse } from "#contract/shapes/session.ts";
import { banner, card, column, dragTo } from "./support/app.ts";
import { Deployments } from "./support/deployments.ts";
import { expectBoardKept, TITLE, visitOnce } from "./support/lastVisit.ts";
import { SERVER_DOWN } from "./support/problems.ts";
import type { TestServer } from "./support/server.ts";
import { test as base, expect } from "./support/test.ts";

const test = base.extend<{ deployments: Deployments }>({
  deployments: async ({ server }, use) => {
    const deployments = new Deployments(server.url);
    await deployments.start();
    await use(deployments);
    await deployments.close();
  },
  baseURL: async ({ deployments }, use) => use(deployments.url),
});

test.use({ serviceWorkers: "allow" });

test.beforeEach(({ problems }) => {
  problems.expect(SERVER_DOWN);
  problems.expect(
    /net::ERR_|Failed to load resource|The dashboard's get\w+ failed|^console: Error$/,
  );
});

/** The builds whose files the browser has cached. */
const keptBuilds = (page: Page): Promise<string[]> =>
  page.evaluate(async () => (await caches.keys()).map((name) => name.replace("taskdeck-", "")));

const buildOf = (page: Page): Promise<string | null> =>
  page.locator('meta[name="build"]').getAttribute("content");

/** Waits until the worker is active and the last board is stored. */
async function expectReady(page: Page): Promise<void> {
  await page.evaluate(async () => await navigator.serviceWorker.ready);
  await expectBoardKept(page);
}

/** Waits until no worker installs. A browser looks for the next one only then. */
const expectInstalled = (page: Page) =>
  expect
    .poll(() =>
      page.evaluate(async () => {
        const found = await navigator.serviceWorker.getRegistration();
        return found?.active?.state === "activated" && !found.installing && !found.waiting;
      }),
    )
    .toBe(true);

async function visitWithWorker(page: Page, server: TestServer): Promise<SessionResponse> {
  const session = await visitOnce(page, server);
  await expectReady(page);
  return session;
}

for (const state of ["down", "silent"] as const) {
  test(`a reload opens the last board while the server is ${state}, and its moves are sent later`, async ({
    page,
    server,
    deployments,
  }) => {
    const session = await visitWithWorker(page, server);
    deployments.state = state;
    await page.reload();
    await expect(card(column(page, "To Do"), TITLE)).toBeVisible();
    await dragTo(page, card(page, TITLE), column(page, "Done"));
    await expect(banner(page)).toContainText("1 move is kept");
    // The code of other screens is cached too.
    await page.getByRole("link", { name: "Dashboard" }).click();
    await expect(page.getByRole("heading", { name: "Dashboard" })).toBeVisible();
    await page.goto("/kanban");
    await expect(card(column(page, "Done"), TITLE)).toBeVisible();

    deployments.state = "up";
    const board = () =>
      server.call<{ board: { Done: { title: string }[] } }>(
        "GET",
        "/api/kanban/board",
        undefined,
        session.accessToken,
      );
    await expect
      .poll(async () => (await board()).board.Done.map(({ title }) => title))
      .toEqual([TITLE]);
    await expect(card(column(page, "Done"), TITLE)).toBeVisible();
  });
}

test("the service worker caches the app's files, but no API response; no data is left after a sign-out", async ({
  page,
  server,
}) => {
  await visitWithWorker(page, server);
  await page.reload();
  await expect(card(page, TITLE)).toBeVisible();
  await page.getByRole("button", { name: "Logout" }).click();
  await expect(page.getByRole("heading", { name: "Welcome Back" })).toBeVisible();
  const kept = await page.evaluate(async () => {
    const urls: string[] = [];
    let texts = "";
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        urls.push(new URL(request.url).pathname);
        texts += await (await cache.match(request))?.text();
      }
    }
    return { urls, isTold: texts.includes("Feed the cat") };
  });
  expect(kept.isTold).toBe(false);
  expect(kept.urls).toContain("/");
  expect(kept.urls.filter((url) => !/^\/(?:$|assets\/|[\w-]+\.\w+$)/.test(url))).toEqual([]);
  await expect
    .poll(() => page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name)))
    .toEqual(["taskdeck"]);
});

test("a cached page keeps its strict Content-Security-Policy and its nonce @firefox", async ({
  page,
  server,
  deployments,
  problems,
}) => {
  problems.expect(
    /Content.Security.Policy|^CSP: (?:script-src|require-trusted-types-for)|TrustedScript/,
  );
  await visitWithWorker(page, server);
  deployments.state = "down";
  await page.reload();
  await expect(card(page, TITLE)).toBeVisible();
  const nonce = await page.locator('meta[name="csp-nonce"]').getAttribute("content");
  const policy = await page.evaluate(
    async () => (await caches.match("/"))?.headers.get("content-security-policy") ?? "",
  );
  expect(policy).toContain(`'nonce-${nonce}'`);
  expect(policy).toContain("script-src 'self'; ");
  expect(policy).toContain("require-trusted-types-for 'script'; trusted-types taskdeck");
  // The policy still applies.
  const blocked = page.waitForFunction(() => (window as { __blocked?: string }).__blocked);
  await page.evaluate(() => {
    document.addEventListener("securitypolicyviolation", ({ effectiveDirective }) => {
      (window as { __blocked?: string }).__blocked = effectiveDirective;
    });
    const script = document.createElement("script");
    script.append("document.title = 'injected'");
    document.head.append(script);
  });
  await blocked;
  expect(await page.title()).not.toBe("injected");
});

test("the next navigation loads a new build, and the service worker caches its files @firefox", async ({
  page,
  server,
  deployments,
}) => {
  await visitWithWorker(page, server);
  const old = await buildOf(page);
  deployments.build = "aaaaaaaaaaaaaaaaaaaa";
  await page.reload();
  await expect(card(page, TITLE)).toBeVisible();
  expect(await buildOf(page)).toBe(deployments.build);
  // Pages of the former build may still be open.
  await expect.poll(() => keptBuilds(page)).toEqual([old, deployments.build]);
  await expectInstalled(page);
  deployments.build = "bbbbbbbbbbbbbbbbbbbb";
  await page.reload();
  // This build has deleted the data of the one before.
  await expect(card(page, TITLE)).toBeVisible();
  await expect.poll(() => keptBuilds(page)).toEqual(["aaaaaaaaaaaaaaaaaaaa", deployments.build]);
  await expectReady(page);
  deployments.state = "down";
  await page.reload();
  await expect(card(page, TITLE)).toBeVisible();
  expect(await buildOf(page)).toBe(deployments.build);
});

test("the service worker unregisters if the server's version has none @firefox", async ({
  page,
  server,
  deployments,
}) => {
  await visitWithWorker(page, server);
  // The code of such a version registers none.
  await page.addInitScript(() => {
    navigator.serviceWorker.register = async () => await new Promise(() => undefined);
  });
  deployments.hasWorker = false;
  deployments.build = "cccccccccccccccccccc";
  await page.reload();
  await expect(card(page, TITLE)).toBeVisible();
  expect(await buildOf(page)).toBe(deployments.build);
  await expect.poll(() => keptBuilds(page)).toEqual([]);
  const registrations = () =>
    page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length);
  await expect.poll(registrations).toBe(0);
});

test("while a proxy sends its page in place of the app's files, no worker installs @firefox", async ({
  page,
  server,
  deployments,
}) => {
  const registration = (part: "active" | "installing") =>
    page.evaluate(
      async (name) => Boolean((await navigator.serviceWorker.getRegistration())?.[name]),
      part,
    );
  deployments.isHidden = true;
  await visitOnce(page, server);
  await expect.poll(() => deployments.requests).toContain("GET /service-worker.js");
  await expect.poll(() => registration("installing")).toBe(false);
  expect(await registration("active")).toBe(false);
  expect(await keptBuilds(page)).toEqual([]);
  await page.getByRole("link", { name: "Dashboard" }).click();
  await expect(page.getByRole("heading", { name: "Dashboard" })).toBeVisible();

  deployments.isHidden = false;
  await page.goto("/kanban");
  await expectReady(page);
  deployments.state = "down";
  await page.reload();
  await expect(card(page, TITLE)).toBeVisible();
});

test("a page that a proxy sent in place of the app's files is fetched again", async ({
  page,
  server,
  problems,
}) => {
  // The page in the script's place can't be run.
  problems.expect(/^exception: |SyntaxError/);
  await visitWithWorker(page, server);
  // The cache of an older worker, which took any response.
  await page.evaluate(async () => {
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const { url } of await cache.keys()) {
        if (!/dashboard.*\.js$/i.test(url)) continue;
        await cache.put(url, new Response("<p>", { headers: { "content-type": "text/html" } }));
      }
    }
  });
  await page.reload();
  await page.getByRole("link", { name: "Dashboard" }).click();
  await expect(page.getByRole("heading", { name: "Dashboard" })).toBeVisible();
});

import type { BrowserContext, Page } from "@playwright/test";
import type { SessionResponse } from "#contract/shapes/session.ts";
import { expectPath, signIn } from "./support/app.ts";
import { ACCOUNT } from "./support/server.ts";
import { expect, expectToast, test } from "./support/test.ts";

const EXPIRED = "Session expired. Please login again.";
const BOB = { ...ACCOUNT, email: "bob.kahn@example.com" };

const person = (page: Page, name: string) =>
  page.getByRole("banner").getByRole("link", { name: new RegExp(name) });

/** A second tab of the same browser. */
async function openTab(context: BrowserContext, url: string): Promise<Page> {
  const tab = await context.newPage();
  await tab.goto(url);
  return tab;
}

/** Ends the session on the server without the browser's knowledge. */
async function endSession(page: Page, call: (token: string) => Promise<unknown>): Promise<void> {
  const token = await page.evaluate(() => localStorage.getItem("refreshToken"));
  await call(token ?? "");
}

test("two tabs with expired tokens share one refresh @firefox", async ({
  page,
  context,
  server,
  openAs,
}) => {
  await openAs(await server.signUp(), "/profile");
  const tab = await openTab(context, "/profile");
  let refused = 0;
  for (const one of [page, tab]) {
    await one.getByLabel("Full Name").fill("Ada King");
    // The server's response to an expired token.
    const refusal = { status: 401, json: { error: "Please sign in" } };
    await one.route(
      "**/api/profile",
      async (route) => {
        await route.fulfill(refusal);
        refused += 1;
      },
      { times: 1 },
    );
  }
  let refreshes = 0;
  // Responds when the other tab has got a 401 too and waits for the refresh.
  await context.route("**/api/auth/refresh", async (route) => {
    refreshes += 1;
    await expect.poll(() => refused).toBe(2);
    const waits = async () => {
      const { pending } = await navigator.locks.query();
      return pending?.some(({ name }) => name === "taskdeck:refresh");
    };
    await expect.poll(() => page.evaluate(waits)).toBe(true);
    await route.continue();
  });
  await Promise.all(
    [page, tab].map(async (one) => {
      await one.getByRole("button", { name: "Update Profile" }).click();
      await expectToast(one, "Profile updated successfully! ✅");
    }),
  );
  expect(refreshes).toBe(1);
});

test("a sign-out and a sign-in as another user reach every tab @firefox", async ({
  page,
  context,
  server,
  openAs,
}) => {
  const session = await server.signUp();
  await server.signUp(BOB);
  const task = await server.addTask(session, { title: "Feed the cat" });
  await openAs(session, "/");
  const tab = await openTab(context, `/tasks/${task.id}`);
  await tab.getByLabel("Add a comment").fill("Ada's own words");
  await page.getByRole("button", { name: "Logout" }).click();
  for (const one of [page, tab]) await expectPath(one, "/login");
  await expect(tab.getByText(EXPIRED)).toBeHidden();

  await signIn(page, BOB);
  for (const one of [page, tab]) {
    await expectPath(one, "/");
    await expect(person(one, "Bob Kahn")).toBeVisible();
  }
  const kept = await tab.evaluate(() =>
    [localStorage, sessionStorage].flatMap((area) => Object.values<string>(area)).join("\n"),
  );
  expect(kept).not.toContain("Ada");
});

test("an expired session shows one toast per tab, and a new sign-in restores page and text", async ({
  page,
  context,
  server,
  openAs,
}) => {
  const session: SessionResponse = await server.signUp();
  const task = await server.addTask(session, { title: "Feed the cat" });
  await openAs(session, "/tasks?priority=Medium");
  await page.getByRole("button", { name: "+ Add Task" }).click();
  await page.getByLabel("Title").fill("Half a thought");
  const tab = await openTab(context, `/tasks/${task.id}`);
  await tab.getByLabel("Add a comment").fill("Well done");

  await endSession(page, (refreshToken) =>
    server.call("POST", "/api/auth/logout", { refreshToken }),
  );
  await tab.getByRole("button", { name: "Add Comment" }).click();
  await Promise.all(
    [page, tab].map(async (one) => {
      await expect(one.getByText(EXPIRED)).toHaveCount(1);
      await expectPath(one, "/login");
      expect(await one.getByText(EXPIRED).count()).toBeLessThan(2);
    }),
  );

  await signIn(tab, ACCOUNT);
  await expect(tab).toHaveURL(`/tasks/${task.id}`);
  await expect(tab.getByLabel("Add a comment")).toHaveValue("Well done");
  await expect(page).toHaveURL("/tasks?priority=Medium");
  await expect(page.getByRole("dialog").getByLabel("Title")).toHaveValue("Half a thought");
  await page.getByRole("button", { name: "Create Task" }).click();
  await expectToast(page, "Task created successfully! ✅");
});

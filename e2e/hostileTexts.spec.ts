import type { Page } from "@playwright/test";
import type { CommentInput } from "#contract/comment.ts";
import type { ProfileInput } from "#contract/profile.ts";
import type { SessionResponse } from "#contract/shapes/session.ts";
import type { Task } from "#contract/shapes/task.ts";
import type { TeamsResponse } from "#contract/shapes/team.ts";
import type { User } from "#contract/shapes/user.ts";
import { paths } from "#lib/address/paths.ts";
import { card, column, signIn } from "./support/app.ts";
import { expectTexts, markupIn, whatRan } from "./support/markup.ts";
import { FOREIGN, PAYLOADS } from "./support/payloads.ts";
import { ACCOUNT, type TestServer } from "./support/server.ts";
import { expect, test } from "./support/test.ts";

/*
 * The app shows users' input as text in every field and on every screen, and never runs it. One
 * browser is enough, because rendering as text doesn't depend on the browser.
 */

const [FIRST = "", SECOND = "", THIRD = ""] = PAYLOADS;
const ALL = PAYLOADS.join("\n");
/** How many of the tasks with one text each are on the list's last page: the oldest. */
const ON_LAST_PAGE = 4;

/** Characters that no e-mail address may have: white space, @, direction marks and full-width characters. */
const NOT_IN_ADDRESSES = /[\s@\u202e\uff00-\uffef]/;

/** An e-mail address that holds the payload if possible. */
const addressOf = (payload: string, index: number): string =>
  `${NOT_IN_ADDRESSES.test(payload) ? "somebody" : payload}@${index}.example`;

interface Team {
  admin: SessionResponse;
  everything: Task;
}

/** Stores every payload as a name, a title, a description, a comment and a team. */
async function fill(server: TestServer): Promise<Team> {
  const admin = await server.signUp({ role: "admin" });
  const as = (who: SessionResponse, method: string, url: string, body: object) =>
    server.call<unknown>(method, url, body, who.accessToken);
  const rename = (who: SessionResponse, name: string, email: string) =>
    as(who, "PUT", "/api/profile", { name, email } satisfies ProfileInput);
  await rename(admin, FIRST, ACCOUNT.email);
  const everything = await server.addTask(admin, { title: SECOND, description: ALL });
  const people: User[] = [];
  for (const [index, payload] of PAYLOADS.entries()) {
    const email = addressOf(payload, index);
    const person = await server.signUp({ email });
    await rename(person, payload, email);
    people.push(person.user);
    const comment: CommentInput = { comment: payload };
    await as(person, "POST", `/api/tasks/${everything.id}/comments`, comment);
    const status = (["Todo", "In Progress", "Done"] as const)[index % 3] ?? "Todo";
    const task = { title: payload, description: payload, assignee_id: person.user.id, status };
    await server.addTask(person, task);
    await as(admin, "POST", "/api/teams", { name: payload, description: payload });
  }
  const { teams } = await server.call<TeamsResponse>(
    "GET",
    "/api/teams",
    undefined,
    admin.accessToken,
  );
  const team = teams.find(({ name }) => name === FIRST)?.id ?? "";
  // The other users can still be added.
  for (const { id } of people.filter((_person, index) => index % 2 === 0)) {
    await as(admin, "POST", `/api/teams/${team}/members`, { userId: id });
  }
  return { admin, everything };
}

/** Records every forbidden effect in a page, and returns the list. */
function watch(page: Page): string[] {
  const seen: string[] = [];
  page.on("dialog", (dialog) => {
    seen.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on("popup", (popup) => seen.push(`popup: ${popup.url()}`));
  page.on("download", (download) => seen.push(`download: ${download.url()}`));
  page.context().on("request", (request) => {
    const { hostname, protocol, href } = new URL(request.url());
    if (!["127.0.0.1", ""].includes(hostname) || protocol === "javascript:") {
      seen.push(`request: ${href}`);
    }
  });
  return seen;
}

/** Removes the toasts, which may cover buttons. */
async function dismissToasts(page: Page): Promise<void> {
  const buttons = toasts(page).getByRole("button", { name: "Dismiss" });
  await buttons.evaluateAll((all) => all.forEach((one) => (one as HTMLElement).click()));
}

/** Opens a screen by the menu. The former screen, which shows the same texts, stays until its code is there. */
async function openScreen(page: Page, name: string, heading: string): Promise<void> {
  await page.getByRole("navigation").getByRole("link", { name, exact: true }).click();
  await expect(page.getByRole("heading", { name: heading, level: 1 })).toBeVisible();
}

const toasts = (page: Page) => page.getByRole("region", { name: "Notifications" });

// High enough for every row and card, because long lists render only visible rows.
test.use({ viewport: { width: 1280, height: 3_600 } });

test("control: the XSS payloads run if they are inserted as markup @chromium", async ({
  page,
  problems,
}) => {
  problems.expect(/./);
  await page.route("**/*", (route) =>
    route.request().url().endsWith("/bare")
      ? route.fulfill({ contentType: "text/html", body: "<!doctype html><body>" })
      : route.abort(),
  );
  await page.goto("/bare");
  await page.evaluate((payloads) => {
    // <meta> navigates away at once, and after <base> no URL of the app loads.
    for (const payload of payloads.filter((text) => !/<(meta|base)/.test(text))) {
      const place = document.createElement("div");
      place.innerHTML = `<p title="${payload}">${payload}</p>`;
      document.body.append(place);
    }
  }, PAYLOADS);
  await expect.poll(() => whatRan(page)).toBeDefined();
  expect((await markupIn(page)).length).toBeGreaterThan(20);
});

test("no stored text runs as script on any screen @chromium", async ({ page, server }) => {
  test.slow();
  const { admin, everything } = await fill(server);
  const seen = watch(page);

  // Charts and toasts show texts of the server, so this response has hostile ones.
  await page.route("**/api/dashboard/stats", async (route) => {
    const deadlines = PAYLOADS.map((date, index) => ({ date, count: index }));
    const byPriority = PAYLOADS.map((priority) => ({ priority, count: 2 }));
    const byStatus = PAYLOADS.map((status) => ({ status, count: 1 }));
    const json = { total: FIRST, overdue: 3, byStatus, byPriority, deadlines };
    await route.fulfill({ json });
  });
  await page.route("**/api/tasks/overdue", (route) => {
    const overdue = Array.from({ length: 5 }, (_none, id) => ({
      ...everything,
      id: String(id),
      title: PAYLOADS[id],
    }));
    return route.fulfill({ json: { overdueTasks: overdue } });
  });

  await test.step("signing in", async () => {
    await page.goto(`/login?next=${encodeURIComponent(THIRD)}#${encodeURIComponent(THIRD)}`);
    await signIn(page, ACCOUNT);
    await expect(toasts(page).getByText(`Welcome back, ${FIRST}!`)).toBeVisible();
  });

  await test.step("the dashboard", async () => {
    await expectTexts(page, "the dashboard");
    // The priorities' legend is so long here that their chart has no room.
    const chart = page.getByRole("figure", { name: /^Upcoming Deadlines/ });
    await chart.locator("rect").last().hover();
    await expectTexts(page, "a chart's tooltip", [FIRST]);
  });

  await test.step("the board", async () => {
    await openScreen(page, "Progress", "Kanban Board");
    await expectTexts(page, "the board", [...PAYLOADS, `Actions (${FIRST})`]);
    const todo = column(page, "To Do");
    await todo.getByRole("button", { name: `Actions (${FIRST})`, exact: true }).click();
    await page.getByRole("menuitem", { name: "Move to Done" }).click();
    await expect(toasts(page).getByText("Task moved to Done")).toBeVisible();
    const moved = card(column(page, "Done"), FIRST);
    const [, id = ""] = /tasks\/(.+)$/.exec((await moved.getAttribute("href")) ?? "") ?? [];
    await server.call(
      "PATCH",
      `/api/kanban/${id}/status`,
      { status: "In Progress" },
      admin.accessToken,
    );
    await expect(card(column(page, "In Progress"), FIRST)).toBeVisible();
    await page.keyboard.press("Control+z");
    await expect(toasts(page).getByText(`Nothing undone: "${FIRST}"`)).toBeVisible();
    await card(todo, PAYLOADS[3] ?? "").focus();
    await page.keyboard.press("Space");
    await expectTexts(page, "a lifted card", [`Lifted ${PAYLOADS[3]} in To Do.`]);
    await page.keyboard.press("Escape");
  });

  await test.step("the list", async () => {
    await openScreen(page, "Tasks", "All Tasks");
    // So many names are in a picker, not in the options of a select.
    await expectTexts(page, "the list", PAYLOADS.slice(ON_LAST_PAGE));
    await page.getByRole("button", { name: "Next" }).click();
    await expectTexts(page, "the list's last page", PAYLOADS.slice(0, ON_LAST_PAGE));
    const search = page.getByLabel("Search tasks");
    await search.fill(SECOND);
    await expect(card(page, SECOND).first()).toBeVisible();
    await expectTexts(page, "a search", [SECOND]);
    await search.fill("");
  });

  await test.step("a task", async () => {
    await page.goto(paths.task(everything.id));
    const description = page.getByRole("region", { name: "Description" });
    await expect(description).toContainText(PAYLOADS[0] ?? "");
    // The description has them all too, with Markdown's line breaks.
    await expectTexts(page, "a task", [...PAYLOADS, `by ${FIRST}`]);
    // The number of unread items may precede it in the title.
    await expect.poll(() => page.title()).toContain(`${SECOND} · Taskdeck`);
    await page.getByLabel("Add a comment").fill(ALL);
    await page.reload();
    await expect(page.getByText("Your unsaved text is back.")).toBeVisible();
    await expect(page.getByLabel("Add a comment")).toHaveValue(ALL);

    await page.route("**/comments", (route) =>
      route.request().method() === "POST"
        ? route.fulfill({ status: 400, json: { error: ALL } })
        : route.fallback(),
    );
    await page.getByRole("button", { name: "Add Comment" }).click();
    await expect(toasts(page).getByText(ALL)).toBeVisible();
    await expectTexts(page, "a failure's toast", [ALL]);
    await page.unroute("**/comments");
    await page.getByRole("button", { name: "Add Comment" }).click();
    await expect(page.getByLabel("Add a comment")).toHaveValue("");
  });

  await test.step("a task's form", async () => {
    await dismissToasts(page);
    await page.getByRole("button", { name: "Edit Task" }).click();
    const form = page.getByRole("dialog", { name: "Edit Task" });
    await expect(form.getByLabel("Title", { exact: true })).toHaveValue(SECOND);
    await expectTexts(page, "the form", [...PAYLOADS, ALL]);
    await form.getByRole("button", { name: "Cancel" }).click();
    await expect(form).toBeHidden();
    await dismissToasts(page);
    await page.getByRole("button", { name: "Delete", exact: true }).click();
    await expectTexts(page, "deleting a task", [SECOND]);
    await page.getByRole("button", { name: "Cancel" }).click();
  });

  await test.step("teams", async () => {
    await openScreen(page, "Teams", "Team Management");
    await expectTexts(page, "teams");
    await page.getByRole("button", { name: FIRST, exact: true }).click();
    const dialog = page.getByRole("dialog", { name: FIRST });
    await dialog.getByRole("button", { name: "+ Add Member" }).click();
    // Members and candidates together are all users.
    await expectTexts(page, "adding a member", [...PAYLOADS, `Add Member to ${FIRST}`]);
    await page.getByRole("button", { name: "Cancel" }).click();
    await dialog.getByRole("button", { name: "Close" }).click();
  });

  await test.step("users", async () => {
    await openScreen(page, "Users", "User Management");
    await expectTexts(page, "users", [
      ...PAYLOADS,
      ...PAYLOADS.map(addressOf),
      `Select ${SECOND}`,
      `Role of ${SECOND}`,
    ]);
    await page.getByLabel("Search users").fill(SECOND);
    await page.getByRole("checkbox", { name: `Select ${SECOND}`, exact: true }).check();
    await page.getByRole("button", { name: "Deactivate 1" }).click();
    await expect(page.getByRole("button", { name: /^Undo deactivation/ })).toBeVisible();
    await expectTexts(page, "a bulk action", [SECOND]);
    await page.getByRole("button", { name: `Delete ${SECOND}`, exact: true }).click();
    await expectTexts(page, "deleting a user", [`to delete ${SECOND}?`]);
    await page.getByRole("button", { name: "Cancel" }).click();
  });

  await test.step("the profile", async () => {
    await openScreen(page, "Profile", "My Profile");
    await page.getByLabel("Full Name").fill(THIRD);
    await page.getByLabel("Email Address").fill(addressOf(THIRD, 999));
    await page.getByRole("button", { name: "Update Profile" }).click();
    await expect(page.getByRole("banner")).toContainText(THIRD);
    await expectTexts(page, "the profile", [THIRD, addressOf(THIRD, 999)]);
  });

  await test.step("addresses", async () => {
    const encoded = encodeURIComponent(SECOND);
    const filters = ["search", "priority", "status", "assignee", "team", "due", "page"];
    for (const address of [
      paths.task(FIRST),
      `/${encoded}?${encoded}#${encoded}`,
      `/tasks?${filters.map((name) => `${name}=${encoded}`).join("&")}`,
      `//${FOREIGN}/`,
    ]) {
      await page.goto(server.url + address);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await expectTexts(page, address, []);
      expect(new URL(page.url()).origin).toBe(server.url);
    }
  });

  expect(seen).toEqual([]);
});

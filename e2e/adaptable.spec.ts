import path from "node:path";
import type { Locator, Page } from "@playwright/test";
import type { TeamResponse } from "#contract/team.ts";
import {
  findCutOff,
  findHiddenFocus,
  findHiddenStates,
  findMotion,
  findSmallTargets,
} from "./support/adaptable.ts";
import { card, expectDraggable } from "./support/app.ts";
import { expect, expectToast, test } from "./support/test.ts";

/* Every screen at 400 % zoom, with text at 200 %, in forced colours and with reduced motion. */

const DESKTOP = { width: 1280, height: 800 };
/** A window of 1280 px at 400 % zoom. */
const ZOOMED = { width: 320, height: 640 };

interface State {
  path: string;
  /** Opens a dialog, a menu or the like, by keys or by controls that exist at each width. */
  open?: (page: Page) => Promise<void>;
  /** WCAG 1.4.10 lets a board scroll sideways. */
  isBoard?: boolean;
}

const press = (name: string | RegExp) => (page: Page) =>
  page.getByRole("button", { name }).first().click();

const key =
  (...keys: string[]) =>
  async (page: Page) => {
    for (const one of keys) await page.keyboard.press(one);
    await page.getByRole("dialog").waitFor();
  };

/** Opens "Select by list…" and enters an address that nobody has. */
async function pasteList(page: Page) {
  await press("Select by list…")(page);
  await page.getByLabel("Email addresses").fill("nobody@example.com");
  await page.getByRole("textbox", { name: "Not found" }).waitFor();
}

/** Opens the dialog that asks whether to delete the only other user. */
async function askForDeletion(page: Page) {
  await page.getByLabel(/^Select all \d/).check();
  await press("More actions…")(page);
  await page.getByRole("menuitem", { name: "Delete…" }).click();
  await page.getByLabel(/^Type \d to confirm/).waitFor();
}

const BOARD = path.resolve(import.meta.dirname, "../server/testing/imports/trello.json");
/** A table with long words, dates in an unknown order, and a person without an account. */
const TABLE = {
  name: "A_very_long_name_of_an_exported_file_without_any_space.csv",
  mimeType: "text/csv",
  buffer: Buffer.from(
    "Title,Status,Due date,Assignee,Internal_reference_number_of_the_other_product\n" +
      "Paint the harbour,Waiting,03/04/2099,barbara.liskov.of.the.harbour@example.com,1\n" +
      "Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichen,Someday_perhaps,,,2\n" +
      ",Waiting,,,3\n",
  ),
};

/** Uploads a file with tasks, and shows its mapping. */
const uploadFile = (file: string | typeof TABLE) => async (page: Page) => {
  await page.getByLabel("Choose a file, or drop one here").setInputFiles(file);
  await page.getByRole("region", { name: "Preview" }).waitFor();
};

/** Checks the import of a file. */
const checkFile = (file: string | typeof TABLE) => async (page: Page) => {
  await uploadFile(file)(page);
  await press("Check")(page);
  await page.getByRole("region", { name: "Report" }).waitFor();
};

async function importTable(page: Page) {
  await checkFile(TABLE)(page);
  await press(/^Import \d/)(page);
  await page.getByRole("region", { name: "Result" }).waitFor();
}

async function askToUndo(page: Page) {
  await page.getByRole("link", { name: TABLE.name }).first().click();
  await press("Undo")(page);
  await page.getByRole("alertdialog").waitFor();
}

/** Opens the result of the latest bulk action. */
async function openResult(page: Page) {
  await press("Recent bulk actions")(page);
  await press(/^Open /)(page);
  await page.getByRole("button", { name: "Download CSV" }).waitFor();
}

/** Opens a bulk action's entry in the audit log. */
async function openRun(page: Page) {
  await press(/^Results /)(page);
  await page.getByRole("button", { name: "Download CSV" }).waitFor();
}

const SIGNED_OUT: Record<string, State> = {
  "sign-in": { path: "/login" },
  "refused sign-in": { path: "/login", open: press("Sign In") },
  registration: { path: "/register" },
  "forgotten password": { path: "/forgot-password" },
};

const SIGNED_IN: Record<string, State> = {
  dashboard: { path: "/" },
  board: { path: "/kanban", isBoard: true },
  "card menu": { path: "/kanban", isBoard: true, open: press("Move to… (Feed the cat)") },
  "a task over the board": {
    path: "/kanban",
    isBoard: true,
    open: (page) => card(page, "Feed the cat").press("Enter"),
  },
  "task list": { path: "/tasks" },
  "new task": { path: "/tasks", open: press("+ Add Task") },
  profile: { path: "/profile" },
  teams: { path: "/teams" },
  team: { path: "/teams", open: press(/^Garden/) },
  users: { path: "/users" },
  "filtered users": { path: "/users?role=admin&status=active" },
  "users of a list": { path: "/users", open: pasteList },
  "question before a bulk action": { path: "/users", open: askForDeletion },
  "recent bulk actions": { path: "/users", open: press("Recent bulk actions") },
  "result of a bulk action": { path: "/users", open: openResult },
  audit: { path: "/audit" },
  "a bulk action's users": { path: "/audit", open: openRun },
  import: { path: "/import" },
  "mapping of a board": { path: "/import", open: uploadFile(BOARD) },
  "mapping of a table": { path: "/import", open: uploadFile(TABLE) },
  "report of a board": { path: "/import", open: checkFile(BOARD) },
  "report of a table": { path: "/import", open: checkFile(TABLE) },
  "result of an import": { path: "/import", open: importTable },
  "earlier imports": { path: "/import" },
  "question before an undo": { path: "/import", open: askToUndo },
  webhooks: { path: "/webhooks" },
  "new password": { path: "/profile", open: press("Change Password") },
  "new token": { path: "/profile", open: press("New Token") },
  inbox: { path: "/profile", open: press(/^Inbox/) },
  "recent messages by click": { path: "/profile", open: press("Recent messages") },
  "new team": { path: "/teams", open: press("+ Create Team") },
  "new webhook": { path: "/webhooks", open: press("New webhook") },
  "invited people": { path: "/users", open: press("Invite people") },
  shortcuts: { path: "/profile", open: key("?") },
  palette: { path: "/profile", open: key("Control+k") },
  "recent messages": { path: "/profile", open: key("g", "r") },
  "nothing here": { path: "/no-such-page" },
};

/**
 * Sets the text size like a user's own style sheet. One that a test adds would violate the
 * Content-Security-Policy.
 */
const zoomText = (page: Page, size: string) =>
  page.evaluate((fontSize) => {
    document.documentElement.style.fontSize = fontSize;
  }, size);

/** Charts follow the window's size some frames later. */
async function settled(check: () => Promise<string[]>): Promise<string[]> {
  let found: string[] = [];
  const isClean = async () => {
    found = await check();
    return found.length;
  };
  await expect
    .poll(isClean, { timeout: 5_000 })
    .toBe(0)
    .catch(() => undefined);
  return found;
}

async function checkState(page: Page, name: string, { open, isBoard = false }: State) {
  const found: string[] = [];
  const note = (when: string, problems: string[]) =>
    found.push(...problems.map((problem) => `${name}, ${when}: ${problem}`));
  await open?.(page);
  await expect(page.getByText("Loading…")).toHaveCount(0);
  note("reduced motion", await settled(() => findMotion(page)));
  note("1280 px", await findSmallTargets(page));
  note("1280 px", await findHiddenFocus(page));
  note("1280 px", await findHiddenStates(page));
  await page.setViewportSize(ZOOMED);
  note("320 px", await settled(() => findCutOff(page, isBoard)));
  note("320 px", await findSmallTargets(page));
  await page.setViewportSize(DESKTOP);
  await zoomText(page, "200%");
  note("text at 200 %", await settled(() => findCutOff(page, isBoard)));
  await zoomText(page, "");
  return found;
}

async function walk(page: Page, states: Record<string, State>) {
  const found: string[] = [];
  for (const [name, state] of Object.entries(states)) {
    await page.goto(state.path);
    await page.getByRole("heading", { level: 1 }).first().waitFor();
    await expect(page.getByText("Loading…")).toHaveCount(0);
    found.push(...(await checkState(page, name, state)));
  }
  expect(found).toEqual([]);
}

test.use({ viewport: DESKTOP, contextOptions: { reducedMotion: "reduce" } });

test("signed-out screens work at 400 % zoom, with large text, in forced colours and with reduced motion @chromium", async ({
  page,
}) => {
  await walk(page, SIGNED_OUT);
});

test("signed-in screens work at 400 % zoom, with large text, in forced colours and with reduced motion @chromium", async ({
  page,
  server,
  openAs,
}) => {
  const admin = await server.signUp({ role: "admin" });
  const body = { name: "Garden" };
  await server.call<TeamResponse>("POST", "/api/teams", body, admin.accessToken);
  await server.addTask(admin, { title: "Feed the cat", due_date: "2099-01-01" });
  await server.addTask(admin, {
    title: "Water the plants",
    status: "Done",
    description: "- [ ] a",
  });
  const grace = await server.signUp({ email: "grace.hopper@example.com" });
  const run = { action: "role", role: "admin", user_ids: grace.user.id, confirm_count: 1 };
  await server.call("POST", "/api/user-runs", run, admin.accessToken);
  await openAs(admin, "/profile");
  await walk(page, SIGNED_IN);
});

/** Whether a progress bar looks different when it is empty and when it is full. */
async function showsProgress(progress: Locator): Promise<boolean> {
  await progress.evaluate((bar: HTMLProgressElement) => {
    bar.value = 0;
  });
  const empty = await progress.screenshot();
  await progress.evaluate((bar: HTMLProgressElement) => {
    bar.value = bar.max;
  });
  return !empty.equals(await progress.screenshot());
}

test("selected and lifted cards and progress show in forced colours @chromium", async ({
  page,
  server,
  openAs,
}) => {
  const ada = await server.signUp();
  for (const title of ["Feed the cat", "Water the plants"]) await server.addTask(ada, { title });
  await page.emulateMedia({ forcedColors: "active", reducedMotion: "reduce" });
  await openAs(ada, "/kanban");
  await expectDraggable(page);
  const article = (title: string) => page.getByRole("article").filter({ hasText: title });
  await card(page, "Feed the cat").click({ modifiers: ["ControlOrMeta"] });
  await expect(article("Feed the cat")).toHaveCSS("outline-style", "solid");
  await expect(article("Water the plants")).toHaveCSS("outline-style", "none");
  await page.mouse.move(0, 0);
  await card(page, "Water the plants").focus();
  await page.keyboard.press("Space");
  await expect(page.locator("[data-lifted] article")).toHaveCSS("border-style", "dashed");
  await page.keyboard.press("ArrowRight");
  const target = page.getByRole("region", { name: "In Progress" });
  await expect(target).toHaveCSS("outline-style", "solid");
  await page.keyboard.press("Escape");

  const answer = Promise.withResolvers<void>();
  await page.route("**/api/tasks/*", async (route) => {
    if (route.request().method() !== "GET") await answer.promise;
    await route.continue();
  });
  await page.goto("/tasks");
  await page.getByRole("checkbox", { name: "Select Feed the cat" }).check();
  await page.getByRole("checkbox", { name: "Select Water the plants" }).check();
  await page.getByRole("button", { name: "Status" }).click();
  await page.getByRole("menuitem", { name: "Done" }).click();
  expect(await showsProgress(page.getByRole("progressbar"))).toBe(true);
  answer.resolve();
  await expectToast(page, "Status of 2 tasks changed to Done");
});

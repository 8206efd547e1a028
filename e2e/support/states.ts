import path from "node:path";
import type { Page } from "@playwright/test";
import { card, expectDraggable, signIn } from "./app.ts";
import { ACCOUNT } from "./server.ts";

/* The states of the app in which accessibility.spec.ts checks every screen. */

export interface State {
  path: string;
  /** Opens a dialog, a menu or the like, by keys or by controls that exist at each width. */
  open?: (page: Page) => Promise<unknown>;
  /** WCAG 1.4.10 lets a board and a table scroll sideways. */
  isWide?: boolean;
}

export type States = Readonly<Record<string, State>>;

/** Presses buttons, one after the other. */
const press =
  (...names: (string | RegExp)[]) =>
  async (page: Page) => {
    for (const name of names) await page.getByRole("button", { name }).first().click();
  };

const chooseTab = (name: string) => (page: Page) => page.getByRole("tab", { name }).click();

const key =
  (...keys: string[]) =>
  async (page: Page) => {
    for (const one of keys) await page.keyboard.press(one);
    await page.getByRole("dialog").waitFor();
  };

/** Presses a key on a card. */
const onCard = (pressed: string) => async (page: Page) => {
  // The keys come with the code for dragging.
  await expectDraggable(page);
  await card(page, "Feed the cat").press(pressed);
};

const selectTasks = async (page: Page) => {
  await page.getByRole("checkbox", { name: "Select Feed the cat" }).check();
  await page.getByRole("region", { name: "Selected tasks" }).waitFor();
};

const selectUsers = (page: Page) => page.getByLabel(/^Select all \d/).check();

/** Fills a field, and presses a button. */
const fill = (field: string, text: string, button: string | RegExp) => async (page: Page) => {
  await page.getByLabel(field, { exact: true }).fill(text);
  await press(button)(page);
};

/** One step after the other. */
const all =
  (...steps: ((page: Page) => Promise<unknown>)[]) =>
  async (page: Page) => {
    for (const step of steps) await step(page);
  };

const seen = (text: string | RegExp) => (page: Page) => page.getByText(text).first().waitFor();

const BOARD = path.resolve(import.meta.dirname, "../../server/testing/imports/trello.json");
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

async function askForDeletion(page: Page) {
  await selectUsers(page);
  await press("More actions…")(page);
  await page.getByRole("menuitem", { name: "Delete…" }).click();
  await page.getByLabel(/^Type \d to confirm/).waitFor();
}

export const SIGNED_OUT: States = {
  "sign-in": { path: "/login" },
  "refused sign-in": { path: "/login", open: all(press("Sign In"), seen("Email is required")) },
  "wrong password": {
    path: "/login",
    open: all((page) => signIn(page, ACCOUNT), seen("Invalid email or password")),
  },
  registration: {
    path: "/register",
    open: all(press("Create Account"), seen("Email is required")),
  },
  "forgotten password": { path: "/forgot-password" },
  "incomplete invitation": { path: "/invitation" },
};

export const TASKS: States = {
  dashboard: {
    path: "/",
    open: async (page) => {
      for (const summary of await page.getByText("Show as table").all()) await summary.click();
    },
  },
  board: { path: "/kanban", isWide: true },
  "card menu": { path: "/kanban", isWide: true, open: press("Actions (Feed the cat)") },
  "card values": { path: "/kanban", isWide: true, open: onCard("p") },
  calendar: {
    path: "/kanban",
    isWide: true,
    open: all(
      onCard("d"),
      (page) => page.getByRole("option", { name: "Pick a day…" }).click(),
      (page) => page.getByRole("textbox", { name: "Day" }).fill("fri"),
    ),
  },
  "selected cards": { path: "/kanban", isWide: true, open: onCard("x") },
  "filtered board": {
    path: "/kanban?priority=High&assignee=none",
    isWide: true,
    open: press(/^Filter/),
  },
  "a view that is saved": {
    path: "/kanban?priority=High&team=gone",
    isWide: true,
    open: press("Save view"),
  },
  "a changed view and its menu": {
    path: "/tasks?priority=High&assignee=gone",
    open: async (page) => {
      await press("Save view")(page);
      await fill("Name", "Everything urgent that nobody has taken yet", /^Save$/)(page);
      await press("Remove filter: Deleted user", "Reset view")(page);
      await press("Remove filter: Deleted user", /^Everything/)(page);
      await page.getByRole("menuitem", { name: "Delete view" }).waitFor();
    },
  },
  "saved views in the palette": { path: "/tasks", open: key("g", "v") },
  "one person's cards": { path: "/kanban?assignee=none", isWide: true },
  "a column's input line": {
    path: "/kanban",
    isWide: true,
    open: all(
      press("Add a task to To Do"),
      fill("Title of a new task in To Do", "ab", "Add task"),
      seen("Title must be at least 3 characters"),
    ),
  },
  "a line that says more than a title": {
    path: "/kanban",
    isWide: true,
    open: async (page) => {
      await press("Add a task to To Do")(page);
      await page.getByLabel("Title of a new task in To Do").fill("Mow @me tomorrow !high");
      await seen("Keep as plain text")(page);
    },
  },
  "a task over the board": {
    path: "/kanban",
    isWide: true,
    open: all(
      (page) => card(page, "Feed the cat").press("Enter"),
      seen("Very hungry"),
      press("Edit comment", "History"),
      seen("created this task"),
    ),
  },
  "a task's texts in their place": {
    path: "/kanban",
    isWide: true,
    open: async (page) => {
      await card(page, "Feed the cat").press("Enter");
      await press("Edit title")(page);
      const text = (name: string) => page.getByRole("textbox", { name });
      await text("Title").fill("Feed the dog");
      await press("Edit description")(page);
      await text("Description").fill("- [ ] food");
      await text("Title").waitFor();
    },
  },
  "a task's files": {
    path: "/kanban",
    isWide: true,
    open: async (page) => {
      await card(page, "Feed the cat").press("Enter");
      await page.locator("input[type=file]").setInputFiles([
        {
          name: `${"a_long_name_".repeat(9)}.txt`,
          mimeType: "text/plain",
          buffer: Buffer.from("A"),
        },
        { name: "empty.txt", mimeType: "text/plain", buffer: Buffer.alloc(0) },
        { name: "plan.pdf", mimeType: "application/pdf", buffer: Buffer.from("%PDF-1.4") },
      ]);
      await seen("The file is empty")(page);
      await press("Rename plan.pdf")(page);
    },
  },
  "a title that says more": {
    path: "/tasks",
    open: async (page) => {
      await press("+ Add Task")(page);
      await page.getByLabel("Title").fill("Mow @me tomorrow !high");
      await seen("Keep as plain text")(page);
    },
  },
  "task list": { path: "/tasks?priority=High" },
  "empty task list": { path: "/tasks?overdue=true&due=2099-12-31", open: seen("No tasks found") },
  "selected tasks": { path: "/tasks", open: all(selectTasks, press("Status")) },
  "question before deleting tasks": { path: "/tasks", open: all(selectTasks, press(/^Delete/)) },
  "more filters": { path: "/tasks", open: press("More filters") },
  "new task with texts near and beyond their limits": {
    path: "/tasks",
    open: all(
      press("+ Add Task"),
      (page) => page.getByLabel("Title").fill("x".repeat(190)),
      (page) => page.getByLabel("Description").fill("x".repeat(10_001)),
      seen("190 / 200"),
      seen("Description must be at most 10000 characters"),
    ),
  },
  "question before discarding a task": {
    path: "/tasks",
    open: all(
      press("+ Add Task"),
      (page) => page.getByLabel("Title").fill("A task"),
      press("Cancel"),
      seen("Keep editing"),
    ),
  },
  shortcuts: {
    path: "/profile",
    // Its list takes the focus once it scrolls.
    open: all(key("?"), (page) =>
      page.getByRole("group", { name: "Keyboard shortcuts" }).waitFor(),
    ),
  },
  palette: {
    path: "/profile",
    open: all(key("Control+k"), (page) => page.getByRole("combobox").fill("feed")),
  },
  // The list remembers the table.
  "task table": { path: "/tasks", isWide: true, open: all(press("Table"), selectTasks) },
};

export const ADMINISTRATION: States = {
  teams: { path: "/teams" },
  team: { path: "/teams", open: all(press(/^Garden/), seen("Team Members (1)")) },
  "question before removing a member": {
    path: "/teams",
    open: all(press(/^Garden/, /^Remove /), (page) => page.getByRole("alertdialog").waitFor()),
  },
  "new member": { path: "/teams", open: press(/^Garden/, "+ Add Member") },
  "new team": {
    path: "/teams",
    open: all(press("+ Create Team"), (page) => page.keyboard.press("Enter")),
  },
  users: { path: "/users" },
  "selected users": { path: "/users", open: selectUsers },
  "filtered users": { path: "/users?role=admin&status=active" },
  "users of a list": {
    path: "/users",
    open: all(
      press("Select by list…"),
      (page) => page.getByLabel("Email addresses").fill("nobody@example.com"),
      (page) => page.getByRole("textbox", { name: "Not found" }).waitFor(),
    ),
  },
  "question before deleting a user": { path: "/users", open: press("Delete Grace Hopper") },
  "question before a bulk action": { path: "/users", open: askForDeletion },
  "recent bulk actions": { path: "/users", open: press("Recent bulk actions") },
  "result of a bulk action": {
    path: "/users",
    open: all(press("Recent bulk actions", /^Open /), seen("Download CSV")),
  },
  "invited people": { path: "/users", open: press("Invite people") },
  "links of invitations": {
    path: "/users",
    open: all(
      press("Invite people"),
      fill("Email addresses", "eve@example.com", "Create links"),
      (page) => page.getByLabel("Link for eve@example.com", { exact: true }).waitFor(),
    ),
  },
  audit: { path: "/audit", open: seen("A deleted task") },
  "a bulk action's users": { path: "/audit", open: all(press(/^Results /), seen("Download CSV")) },
  labels: { path: "/labels", open: seen("Deleted in the last") },
  "new label": { path: "/labels", open: press("+ New label") },
  "labels to merge into": { path: "/labels", open: press("Merge Bug into another label") },
  "question before deleting a label": {
    path: "/labels",
    open: all(press("Delete Bug"), (page) => page.getByRole("alertdialog").waitFor()),
  },
  webhooks: { path: "/webhooks" },
  "new webhook": { path: "/webhooks", open: press("New webhook") },
  "deliveries of a webhook": {
    path: "/webhooks",
    open: all(press(/^Send a test/), (page) =>
      page.getByRole("dialog", { name: /^Deliveries to/ }).waitFor(),
    ),
  },
};

export const IMPORTS: States = {
  "mapping of a board": { path: "/import", open: uploadFile(BOARD) },
  "mapping of a table": { path: "/import", open: uploadFile(TABLE) },
  "report of a board": { path: "/import", open: checkFile(BOARD) },
  "report of a table": { path: "/import", open: checkFile(TABLE) },
  "result of an import": { path: "/import", open: importTable },
  "earlier imports": { path: "/import" },
  "question before an undo": { path: "/import", open: askToUndo },
};

/** Shows accounts at providers, which only a real provider could link. */
async function showIdentities(page: Page) {
  const at = "2026-03-14T10:00:00.000Z";
  const shared = {
    email: "ada.lovelace.of.the.analytical.engine@example.com",
    email_verified: true,
  };
  const identities = [
    { ...shared, id: "1", provider: "Acme", created_at: at, confirmed_at: at, only_way_in: true },
    {
      ...shared,
      id: "2",
      provider: "Umbrella",
      created_at: at,
      confirmed_at: null,
      only_way_in: false,
    },
  ];
  await page.route("**/api/profile/identities", (route) => route.fulfill({ json: { identities } }));
  await page.reload();
  await seen("Your only way to sign in")(page);
}

export const OWN: States = {
  "my work": {
    path: "/my-work",
    open: all(
      press("Add a task to Today"),
      fill("Title of a new task in Today", "ab", "Add task"),
      seen("Title must be at least 3 characters"),
    ),
  },
  "what changed": { path: "/activity", open: seen(/created (this task|\d+ tasks)/) },
  profile: { path: "/profile" },
  "sign-in providers": { path: "/profile", open: showIdentities },
  "question before an unlinking": {
    path: "/profile",
    open: all(showIdentities, press(/^Unlink/)),
  },
  "new password": {
    path: "/profile",
    open: all(press("Change Password", "Update Password"), seen("Current password is required")),
  },
  "new token": { path: "/profile", open: press("New token") },
  "secret of a token": {
    path: "/profile",
    open: all(
      press("New token"),
      (page) => page.getByLabel("Token Name").fill("Nightly report"),
      (page) => page.keyboard.press("Enter"),
      (page) => page.getByRole("textbox", { name: "API token" }).waitFor(),
    ),
  },
  "address of the calendar": { path: "/profile", open: press("Create address") },
  inbox: {
    path: "/profile",
    open: all(press(/^Inbox/), (page) =>
      page.getByRole("dialog").getByRole("link").first().waitFor(),
    ),
  },
  "settings of the inbox": { path: "/profile", open: press(/^Inbox/, "Settings") },
  "messages of the inbox": { path: "/profile", open: all(press(/^Inbox/), chooseTab("Messages")) },
};

import { afterEach, beforeEach, describe, expect, it, jest } from "@jest/globals";
import { screen, waitFor, within } from "@testing-library/react";
import type { UserRun, UserRunsResponse } from "#contract/userRun.ts";
import type { TestUser } from "#server/testing/server.ts";
import type { Backend } from "#testing/backend.ts";
import { openBackend, renderApp } from "#testing/renderApp.tsx";

const CREATE = "POST /api/user-runs";
const SINGLE = "PUT /api/users/{id}";
const REFUSED = { status: 500, body: { error: "The disk is full" } } as const;

const nameOf = (number: number) => `Person ${String(number).padStart(2, "0")}`;

let backend: Backend;
let admin: TestUser;

/** Adds members without sessions. */
async function addMembers(count: number) {
  const users = Array.from({ length: count }, (_none, index) => {
    const id = crypto.randomUUID();
    const email = `${id}@example.com`;
    const row = { ...template, id, name: nameOf(index + 1), email, email_key: email };
    return Object.assign(row, { role: "member" as const });
  });
  await backend.db.insertInto("users").values(users).execute();
  return users.map(({ id }) => id);
}
let template: Awaited<ReturnType<typeof readTemplate>>;
const readTemplate = async () =>
  await backend.db
    .selectFrom("users")
    .selectAll()
    .where("id", "=", admin.user.id)
    .executeTakeFirstOrThrow();

beforeEach(async () => {
  backend = await openBackend();
  admin = await backend.as("admin", { name: "Ada Lovelace", email: "ada@example.com" });
  template = await readTemplate();
});

async function openUsers() {
  const as = { ...admin, user: { ...admin.user, is_active: true, awaiting_approval: false } };
  const app = await renderApp({ path: "/users", as, backend });
  await screen.findByRole("table");
  return app;
}

const bar = () => within(screen.getByRole("region", { name: "Selected users" }));
const button = (name: string | RegExp) => bar().getByRole("button", { name });
const box = (number: number) => screen.getByRole("checkbox", { name: `Select ${nameOf(number)}` });
const row = (number: number) => screen.getByRole("row", { name: new RegExp(nameOf(number)) });
const dialog = async () => within(await screen.findByRole("dialog"));
const toast = async (text: string) =>
  await within(screen.getByRole("region", { name: "Notifications" })).findByText(text);

type App = Awaited<ReturnType<typeof openUsers>>;

async function choose({ user }: App, item: string) {
  await user.click(await bar().findByRole("button", { name: "More actions…" }));
  await user.click(screen.getByRole("menuitem", { name: item }));
  return await dialog();
}

async function tick({ user }: App, ...numbers: number[]) {
  for (const number of numbers) await user.click(box(number));
}

const inactive = async () => {
  const rows = await backend.db
    .selectFrom("users")
    .select("name")
    .where("is_active", "=", 0)
    .orderBy("name")
    .execute();
  return rows.map(({ name }) => name);
};

const runs = async () =>
  ((await admin.call("GET", "/api/user-runs")).body as UserRunsResponse).runs;

describe("a bulk action that the server carries out", () => {
  it("starts with one click if it changes at most a tenth, and is undone as a whole", async () => {
    await addMembers(20);
    const app = await openUsers();
    await tick(app, 1, 2);
    await app.user.click(button("Deactivate 2"));
    expect(await toast("2 users deactivated")).toBeInTheDocument();
    expect(await within(row(1)).findByText("Inactive")).toBeInTheDocument();
    expect(backend.callsOf(CREATE)).toHaveLength(1);
    expect(backend.callsOf(SINGLE)).toHaveLength(0);
    expect(bar().queryByText(/selected/)).not.toBeInTheDocument();
    await waitFor(() => expect(button("Undo deactivation of 2")).toHaveFocus());
    await app.user.click(button("Undo deactivation of 2"));
    expect(await toast("2 users activated")).toBeInTheDocument();
    expect(await inactive()).toEqual([]);
    await app.user.click(button("Dismiss"));
    expect(bar().queryByRole("button", { name: "Dismiss" })).not.toBeInTheDocument();
  });

  it("keeps the focus in the bar while it is undone", async () => {
    await addMembers(60);
    const app = await openUsers();
    await app.user.click(bar().getByRole("checkbox", { name: "Select all 60" }));
    await app.user.click(button("Deactivate 60"));
    await app.user.type((await dialog()).getByLabelText("Type 60 to confirm"), "60{Enter}");
    await app.user.click(await bar().findByRole("button", { name: "Undo deactivation of 60" }));
    await bar().findByRole("progressbar", { name: "Activating 60 users" });
    expect(screen.getByRole("region", { name: "Selected users" })).toHaveFocus();
    expect(await toast("60 users activated")).toBeInTheDocument();
    expect(button("Result")).toHaveFocus();
  });

  it("asks for the count if it changes more than a tenth of all active users", async () => {
    await addMembers(3);
    const app = await openUsers();
    await tick(app, 1, 2);
    await app.user.click(button("Deactivate 2"));
    const question = await dialog();
    expect(
      question.getByText("2 users will be deactivated, and signed out everywhere."),
    ).toBeVisible();
    const field = question.getByLabelText("Type 2 to confirm");
    expect(field).toHaveFocus();
    expect(field).toHaveAccessibleDescription(
      /^This is more than a tenth of all 4 active users. 2 users will be deactivated/,
    );
    await app.user.keyboard("3{Enter}");
    expect(await question.findByText("Type the number 2")).toBeVisible();
    expect(backend.callsOf(CREATE)).toHaveLength(0);
    await app.user.keyboard("{Backspace}2{Enter}");
    expect(await toast("2 users deactivated")).toBeInTheDocument();
    expect(await inactive()).toEqual([nameOf(1), nameOf(2)]);
  });

  it("can be repeated after a lost response, and changes each user once", async () => {
    await addMembers(20);
    const app = await openUsers();
    await tick(app, 1, 2);
    backend.fail(CREATE, "lost");
    await app.user.click(button("Deactivate 2"));
    expect(await toast("Failed to start the bulk action")).toBeInTheDocument();
    const question = await dialog();
    backend.fail(CREATE, "lost");
    await app.user.click(question.getByRole("button", { name: "Deactivate 2" }));
    await waitFor(() => expect(backend.callsOf(CREATE)).toHaveLength(2));
    await app.user.click(await question.findByRole("button", { name: "Deactivate 2" }));
    expect(await toast("2 users deactivated")).toBeInTheDocument();
    expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
    expect((await runs()).map(({ counts }) => counts.done)).toEqual([2]);
    expect(await inactive()).toEqual([nameOf(1), nameOf(2)]);
  });

  it("asks for another count if users were deleted since the check", async () => {
    const [first] = await addMembers(3);
    const app = await openUsers();
    await tick(app, 1, 2, 3);
    await app.user.click(button("Deactivate 3"));
    const question = await dialog();
    await backend.db.deleteFrom("users").where("id", "=", String(first)).execute();
    await app.user.keyboard("3{Enter}");
    const field = await question.findByLabelText("Type 2 to confirm");
    await app.user.clear(field);
    await app.user.type(field, "2{Enter}");
    expect(await toast("2 users deactivated, 1 failed")).toBeInTheDocument();
    expect(await inactive()).toEqual([nameOf(2), nameOf(3)]);
  });

  it("changes a single selected user by a single call", async () => {
    await addMembers(1);
    const app = await openUsers();
    await tick(app, 1);
    await app.user.click(button("Deactivate 1"));
    expect(await toast("1 user deactivated")).toBeInTheDocument();
    expect(backend.callsOf(CREATE)).toHaveLength(0);
  });

  it("falls back to single calls if the server turns out to have no runs", async () => {
    await addMembers(2);
    backend.fail("POST /api/user-runs/check", { status: 404 });
    const app = await openUsers();
    await tick(app, 1, 2);
    await app.user.click(button("Deactivate 2"));
    expect(await toast("2 users deactivated")).toBeInTheDocument();
    expect(backend.callsOf(SINGLE)).toHaveLength(2);
  });
});

describe("more actions", () => {
  it("change the role of the chosen users", async () => {
    await addMembers(3);
    const app = await openUsers();
    await tick(app, 1, 2);
    const question = await choose(app, "Change role…");
    await app.user.selectOptions(question.getByLabelText("New role"), "Admin");
    expect(await question.findByText("2 users will get the role Admin.")).toBeVisible();
    expect(question.getByText("You can undo this for 7 days.")).toBeVisible();
    await app.user.type(question.getByLabelText("Type 2 to confirm"), "2");
    await app.user.click(question.getByRole("button", { name: "Change role of 2" }));
    expect(await toast("Role of 2 users changed to Admin")).toBeInTheDocument();
    await app.user.click(await bar().findByRole("button", { name: "Undo change of 2" }));
    expect(await toast("Role of 2 users changed back")).toBeInTheDocument();
  });

  it("add to a team and remove from it, and say who is in it already", async () => {
    const [first = ""] = await addMembers(2);
    const { body } = await admin.call("POST", "/api/teams", { name: "Harbour", description: "" });
    const { team } = body as { team: { id: string } };
    await admin.call("POST", `/api/teams/${team.id}/members`, { userId: first });
    const app = await openUsers();
    await tick(app, 1, 2);
    const question = await choose(app, "Add to team…");
    await question.findByRole("option", { name: "Harbour" });
    await app.user.selectOptions(question.getByLabelText("Team"), "Harbour");
    expect(await question.findByText("1 user will be added.")).toBeVisible();
    expect(question.getByText("1 user is in the team already.")).toBeVisible();
    await app.user.type(question.getByLabelText("Type 1 to confirm"), "1{Enter}");
    expect(await toast("1 user added to Harbour")).toBeInTheDocument();
    await tick(app, 1, 2);
    const removal = await choose(app, "Remove from team…");
    await app.user.selectOptions(removal.getByLabelText("Team"), "Harbour");
    await app.user.type(await removal.findByLabelText("Type 2 to confirm"), "2{Enter}");
    expect(await toast("2 users removed from Harbour")).toBeInTheDocument();
  });

  it("delete users and hand over their open tasks, after saying that it can't be undone", async () => {
    const ids = await addMembers(3);
    await admin.call("POST", "/api/tasks", { title: "Open", priority: "Low" });
    await backend.db
      .updateTable("tasks")
      .set({ assignee_id: ids[0] ?? "" })
      .execute();
    const app = await openUsers();
    await tick(app, 1, 2);
    const question = await choose(app, "Delete…");
    expect(question.getByText("This action cannot be undone.")).toBeVisible();
    expect(
      question.getByText("They have 1 open task, which will become unassigned."),
    ).toBeVisible();
    await question.findByRole("option", { name: nameOf(3) });
    await app.user.selectOptions(question.getByLabelText("Hand over open tasks to"), nameOf(3));
    expect(question.getByText("They have 1 open task, which will be handed over.")).toBeVisible();
    await app.user.type(question.getByLabelText("Type 2 to confirm"), "2");
    await app.user.click(question.getByRole("button", { name: "Delete 2" }));
    expect(await toast("2 users deleted")).toBeInTheDocument();
    const tasks = await backend.db.selectFrom("tasks").select("assignee_id").execute();
    expect(tasks).toEqual([{ assignee_id: ids[2] }]);
    await waitFor(() => expect(screen.queryByText(nameOf(1))).not.toBeInTheDocument());
    expect(bar().queryByRole("button", { name: /^Undo/ })).not.toBeInTheDocument();
  });

  it("end sessions only of users who have one", async () => {
    const grace = await backend.as("member", { name: nameOf(1), email: "grace@example.com" });
    await backend.as("member", { name: nameOf(2), email: "max@example.com" });
    await backend.db
      .deleteFrom("sessions")
      .where("user_id", "!=", grace.user.id)
      .where("user_id", "!=", admin.user.id)
      .execute();
    const app = await openUsers();
    await tick(app, 1, 2);
    const question = await choose(app, "End sessions…");
    expect(question.getByText("1 user will be signed out everywhere.")).toBeVisible();
    expect(question.getByText("1 user is not signed in.")).toBeVisible();
    await app.user.type(question.getByLabelText("Type 1 to confirm"), "1{Enter}");
    expect(await toast("Sessions of 1 user ended")).toBeInTheDocument();
    expect((await grace.call("GET", "/api/auth/me")).status).toBe(401);
  });
});

/** Stores a run that is under way, on which no server works. */
async function addRunning(by: TestUser, ids: readonly string[], done: number) {
  const id = crypto.randomUUID();
  await backend.db
    .insertInto("user_runs")
    .values({
      id,
      action: "deactivate",
      role: null,
      team_id: null,
      team_name: "",
      hand_over_to: null,
      hand_over_name: "",
      state: "running",
      created_at: new Date().toISOString(),
      created_by: by.user.id,
      created_by_name: by.user.name,
      finished_at: null,
      undone_by: null,
      total: ids.length,
      lease_owner: "another server",
      lease_until: "2999-01-01T00:00:00.000Z",
    })
    .execute();
  const items = ids.map((user_id, index) => ({
    run_id: id,
    position: index + 1,
    user_id,
    user_name: nameOf(index + 1),
    result: index < done ? ("done" as const) : ("waiting" as const),
    reason: "",
    before: "active",
    changed_at: null,
  }));
  await backend.db.insertInto("user_run_items").values(items).execute();
  return id;
}

describe("a run that is under way when the page opens", () => {
  it("of the same admin shows its progress, can be stopped, and leaves the rest selected", async () => {
    const ids = await addMembers(5);
    await addRunning(admin, ids.slice(0, 4), 1);
    const app = await openUsers();
    const progress = await bar().findByRole("progressbar", { name: "Deactivating 4 users" });
    expect(progress).toHaveAttribute("value", "1");
    // The end of the run keeps the users who were selected during it.
    await tick(app, 5);
    await app.user.click(button("Stop"));
    expect(await toast("1 user deactivated, 3 left as they were")).toBeInTheDocument();
    expect(await bar().findByText("4 selected")).toBeInTheDocument();
    expect(box(1)).not.toBeChecked();
    expect(button("Continue with 3")).toBeInTheDocument();
  });

  it("is stopped although the response is lost, and reports no failure", async () => {
    await addRunning(admin, await addMembers(4), 1);
    const app = await openUsers();
    await bar().findByRole("progressbar", { name: "Deactivating 4 users" });
    backend.fail("POST /api/user-runs/{id}/stop", "lost");
    await app.user.click(button("Stop"));
    expect(await toast("1 user deactivated, 3 left as they were")).toBeInTheDocument();
    expect(screen.queryByText("Failed to stop the bulk action")).not.toBeInTheDocument();
  });

  it("names refused users at its end, keeps them selected, and retries them", async () => {
    const ids = await addMembers(30);
    const id = await addRunning(admin, ids.slice(0, 3), 0);
    const app = await openUsers();
    await bar().findByRole("progressbar", { name: "Deactivating 3 users" });
    await backend.db.updateTable("user_run_items").set({ result: "done" }).execute();
    await backend.db
      .updateTable("user_run_items")
      .set({ result: "refused", reason: "The disk is full" })
      .where("position", "=", 1)
      .execute();
    await backend.db
      .updateTable("user_runs")
      .set({ state: "done", finished_at: new Date().toISOString() })
      .where("id", "=", id)
      .execute();
    expect(await within(row(1)).findByText("The disk is full")).toBeInTheDocument();
    expect(await toast("2 users deactivated, 1 failed")).toBeInTheDocument();
    expect(box(1)).toBeChecked();
    expect(box(2)).not.toBeChecked();
    await app.user.click(await bar().findByRole("button", { name: "Retry 1 failed" }));
    expect(await toast("1 user deactivated")).toBeInTheDocument();
    expect(await inactive()).toEqual([nameOf(1)]);
    expect(screen.queryByText("The disk is full")).not.toBeInTheDocument();
  });

  it("of another admin is named above the bar, and can be stopped", async () => {
    const eve = await backend.as("admin", { name: "Eve Adams", email: "eve@example.com" });
    await addRunning(eve, await addMembers(4), 2);
    const app = await openUsers();
    const other = within(await screen.findByRole("region", { name: "Bulk action of Eve Adams" }));
    expect(other.getByText("2 of 4")).toBeInTheDocument();
    expect(bar().getByRole("checkbox")).toBeEnabled();
    await app.user.click(other.getByRole("button", { name: "Stop" }));
    await waitFor(() =>
      expect(screen.queryByRole("region", { name: /^Bulk action of/ })).not.toBeInTheDocument(),
    );
    expect((await runs())[0]?.state).toBe("stopped");
  });
});

describe("recent bulk actions", () => {
  let saved: Blob[];
  beforeEach(() => {
    saved = [];
    // jsdom lacks both functions.
    URL.createObjectURL = (file) => `blob:${saved.push(file as Blob)}`;
    URL.revokeObjectURL = () => undefined;
    jest.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(() => undefined);
  });
  afterEach(() => void jest.restoreAllMocks());

  async function deactivate(ids: readonly string[]): Promise<UserRun> {
    const { body } = await admin.call("POST", "/api/user-runs", {
      action: "deactivate",
      user_ids: [...ids, admin.user.id].join(","),
      confirm_count: ids.length,
    });
    return (body as { run: UserRun }).run;
  }

  it("can be opened, downloaded and undone after another visit", async () => {
    await deactivate(await addMembers(2));
    const app = await openUsers();
    await app.user.click(await bar().findByRole("button", { name: "Recent bulk actions" }));
    const list = await dialog();
    expect(list.getByText(/2 users deactivated/)).toBeVisible();
    await app.user.click(list.getByRole("button", { name: /^Open Deactivate 3 users/ }));
    const result = within(await screen.findByRole("dialog", { name: "Deactivate 3 users" }));
    expect(result.getByText("1 user left out: the admin's own account")).toBeVisible();
    await app.user.click(result.getByRole("button", { name: "Download CSV" }));
    expect(await screen.findByText("Export saved")).toBeInTheDocument();
    expect(await saved[0]?.text()).toContain(`${nameOf(1)},Done`);
    await app.user.click(result.getByRole("button", { name: "Undo deactivation of 2" }));
    expect(await result.findByText("2 users activated")).toBeVisible();
    expect(result.getByRole("button", { name: "All bulk actions" })).toHaveFocus();
    expect(await inactive()).toEqual([]);
    await app.user.click(result.getByRole("button", { name: "All bulk actions" }));
    expect((await dialog()).getByText("Undone")).toBeVisible();
  });

  it("are undone although the response is lost, and report no failure", async () => {
    await deactivate(await addMembers(2));
    const app = await openUsers();
    await app.user.click(await bar().findByRole("button", { name: "Recent bulk actions" }));
    await app.user.click(await screen.findByRole("button", { name: /^Open Deactivate/ }));
    backend.fail("POST /api/user-runs/{id}/undo", "lost");
    await app.user.click(await screen.findByRole("button", { name: "Undo deactivation of 2" }));
    expect(await toast("2 users activated")).toBeInTheDocument();
    expect(screen.queryByText("Failed to undo the bulk action")).not.toBeInTheDocument();
    expect(await inactive()).toEqual([]);
  });

  it("say that a result failed to load, and load it again", async () => {
    await deactivate(await addMembers(2));
    const app = await openUsers();
    await app.user.click(await bar().findByRole("button", { name: "Recent bulk actions" }));
    backend.fail("GET /api/user-runs/{id}", REFUSED);
    await app.user.click(await screen.findByRole("button", { name: /^Open Deactivate/ }));
    expect(await screen.findByText("Failed to load the bulk action")).toBeVisible();
    await app.user.click(screen.getByRole("button", { name: "Try again" }));
    expect(await screen.findByText("2 users deactivated")).toBeVisible();
  });

  it("are not offered by a server without runs", async () => {
    await addMembers(2);
    backend.fail("GET /api/user-runs", { status: 404 }, Infinity);
    const app = await openUsers();
    await tick(app, 1, 2);
    await waitFor(() =>
      expect(bar().queryByRole("button", { name: "More actions…" })).not.toBeInTheDocument(),
    );
    expect(bar().queryByRole("button", { name: "Recent bulk actions" })).not.toBeInTheDocument();
  });
});

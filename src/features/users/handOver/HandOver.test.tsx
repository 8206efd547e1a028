import { beforeEach, describe, expect, it } from "@jest/globals";
import { screen, waitFor, within } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import type { TaskStatus } from "#contract/task.ts";
import type { TestUser } from "#server/testing/server.ts";
import { addTasks as insertTasks } from "#server/testing/taskRuns.ts";
import type { Backend } from "#testing/backend.ts";
import { openBackend, renderApp } from "#testing/renderApp.tsx";
import { createTask } from "#testing/screens/create.ts";
import { pick } from "#testing/screens/pick.ts";

const COUNTS = "GET /api/users/open-tasks";
const POLL = "GET /api/task-runs/{id}";
const HAND_OVER = "POST /api/users/{id}/hand-over";

let backend: Backend;
let grace: TestUser;
let alan: TestUser;

beforeEach(async () => {
  backend = await openBackend();
  grace = await backend.as("member", { name: "Grace Hopper", email: "grace@example.com" });
  alan = await backend.as("member", { name: "Alan Turing", email: "alan@example.com" });
});

async function addTasks(owner: TestUser, count: number, status: TaskStatus = "Todo") {
  for (let number = 1; number <= count; number += 1) {
    await createTask(owner, `Task ${number}`, { status });
  }
}

async function openUsers() {
  const app = await renderApp({ path: "/users", as: "admin", backend });
  await screen.findByRole("table");
  return app;
}

const assignees = async () => {
  const rows = await backend.db
    .selectFrom("tasks")
    .leftJoin("users", "users.id", "tasks.assignee_id")
    .select("users.name")
    .orderBy("users.name")
    .execute();
  return rows.map(({ name }) => name);
};
const row = (name: string) => within(screen.getByRole("row", { name: new RegExp(name) }));
const button = (name: string) => screen.findByRole("button", { name });
const dialog = async (role: "alertdialog" | "dialog" = "alertdialog") =>
  within(await screen.findByRole(role));
const toast = async (text: string) =>
  await waitFor(() =>
    within(screen.getByRole("region", { name: "Notifications" })).getByText(text),
  );
/** The choice of the receiver. */
const receiver = async (scope: ReturnType<typeof within>) =>
  await scope.findByRole("combobox", { name: "Hand over open tasks to" });

describe("deactivating a user", () => {
  it("says how many open tasks they have, and hands them over to an active user", async () => {
    await addTasks(grace, 3);
    await addTasks(grace, 1, "Done");
    const heir = await backend.as("member", { name: "Eve Adams", email: "eve@example.com" });
    const { user } = await openUsers();
    expect(backend.callsOf(COUNTS)).toHaveLength(0);
    // Nothing is said of a user without open tasks.
    await user.click(await button("Deactivate Alan Turing"));
    await waitFor(() => expect(backend.callsOf(COUNTS)).toHaveLength(1));
    expect(screen.queryByText(/^[1-9].* open task|have? open task/)).not.toBeInTheDocument();

    await user.click(await button("Deactivate Grace Hopper"));
    const handOver = await button("Hand over 3 open tasks of Grace Hopper");
    // The number is in a column of its own.
    expect(handOver).toHaveTextContent(/^Hand over tasks$/);
    expect(screen.getByText("Grace Hopper has 3 open tasks.")).toHaveRole("status");
    await user.click(handOver);
    const scope = await dialog();
    expect(scope.getByText("Grace Hopper has 3 open tasks.")).toBeInTheDocument();
    const field = await receiver(scope);
    expect(field).toHaveFocus();
    expect(field).toHaveTextContent("Choose a user...");
    await user.click(field);
    await scope.findByRole("option", { name: "Me" });
    const options = scope.getAllByRole("option");
    expect(options.map(({ dataset }) => dataset["names"]?.split("\n")[0])).toEqual([
      "Nobody (unassigned)",
      "Me",
      "Eve Adams",
    ]);
    await user.keyboard("{Escape}");
    await user.click(scope.getByRole("button", { name: "Hand over" }));
    expect(await scope.findByText("Please select a user")).toBeInTheDocument();
    expect(backend.callsOf(HAND_OVER)).toHaveLength(0);

    await pick(user, field, "Eve Adams");
    const active = (is_active: 0 | 1) =>
      backend.db.updateTable("users").set({ is_active }).where("id", "=", heir.user.id).execute();
    await active(0);
    await user.click(scope.getByRole("button", { name: "Hand over" }));
    expect(await toast("to: User is not active")).toBeInTheDocument();
    expect(await receiver(scope)).toHaveTextContent("Eve Adams");
    expect(new Set(await assignees())).toEqual(new Set(["Grace Hopper"]));
    await active(1);
    await user.click(scope.getByRole("button", { name: "Hand over" }));
    expect(await screen.findByText("3 open tasks handed over to Eve Adams")).toBeInTheDocument();
    expect(await assignees()).toEqual(["Eve Adams", "Eve Adams", "Eve Adams", "Grace Hopper"]);
    await waitFor(() => expect(handOver).not.toBeInTheDocument());
    await user.click(await button("Undo"));
    expect(await toast("3 tasks given back to Grace Hopper")).toBeInTheDocument();
    expect(new Set(await assignees())).toEqual(new Set(["Grace Hopper"]));
    await button("Hand over 3 open tasks of Grace Hopper");
  });

  it("offers to hand over before that, and to undo it in the user's row", async () => {
    await addTasks(grace, 2);
    const { user } = await openUsers();
    await user.click(await button("Hand over the open tasks of Grace Hopper"));
    const scope = await dialog();
    expect(scope.getByText("Grace Hopper has 2 open tasks.")).toBeInTheDocument();
    await pick(user, await receiver(scope), "Alan Turing");
    await user.click(scope.getByRole("button", { name: "Hand over" }));
    const note = "2 tasks handed over to Alan Turing";
    expect(await row("Grace Hopper").findByText(note)).toBeInTheDocument();
    expect(new Set(await assignees())).toEqual(new Set(["Alan Turing"]));
    await user.click(await button("Undo the hand-over of 2 tasks of Grace Hopper"));
    await waitFor(() => expect(screen.queryByText(note)).toBeNull());
    expect(new Set(await assignees())).toEqual(new Set(["Grace Hopper"]));
    await button("Hand over the open tasks of Grace Hopper");
  });

  it("shows the progress of many tasks also after a failed poll, can be stopped, says how many were handed over, and goes on at another try", async () => {
    await insertTasks(backend, 3_000, { assignee_id: grace.user.id });
    const { user } = await openUsers();
    await user.click(await button("Delete Grace Hopper"));
    const scope = await dialog();
    await pick(user, await receiver(scope), "Alan Turing");
    backend.fail(POLL, { status: 500, body: {} }, 1);
    await user.click(scope.getByRole("button", { name: "Delete" }));
    expect(await scope.findByText(/ of 3,000$/)).toBeInTheDocument();
    await user.click(await scope.findByRole("button", { name: "Stop" }));
    const text = /^[\d,]+ of 3,000 open tasks handed over\. Stopped by /;
    const shown = within(screen.getByRole("region", { name: "Notifications" }));
    expect(await shown.findByText(text)).toBeInTheDocument();
    expect(screen.getByRole("alertdialog")).toBeInTheDocument();
    expect(new Set(await assignees())).toEqual(new Set(["Alan Turing", "Grace Hopper"]));
    await user.click(await scope.findByRole("button", { name: "Delete" }));
    // The region of the notifications leaves the dialog when that closes.
    expect(await screen.findByText("User deleted")).toBeInTheDocument();
    expect(new Set(await assignees())).toEqual(new Set(["Alan Turing"]));
  });
});

describe("deactivating several users", () => {
  const deactivate = async (user: UserEvent) => {
    const bar = within(screen.getByRole("region", { name: "Selected users" }));
    await user.click(bar.getByRole("checkbox"));
    await user.click(await button("Deactivate 2"));
    return await dialog("dialog");
  };

  it("asks before the start because of their open tasks, and hands them over in the same action", async () => {
    const heir = await backend.as("admin", { name: "Eve Adams" });
    // So few of the users are changed without a question if they have no open tasks.
    await backend.db
      .insertInto("users")
      .values(
        Array.from({ length: 20 }, (_none, index) => ({
          ...grace.user,
          id: `u${index}`,
          email: `u${index}@example.com`,
          email_key: `u${index}@example.com`,
          role: "admin" as const,
        })),
      )
      .execute();
    await addTasks(grace, 2);
    await addTasks(alan, 1);
    const { user } = await openUsers();
    // A filter hides the users once they are inactive.
    await user.selectOptions(screen.getByRole("combobox", { name: "Role" }), "Member");
    await user.selectOptions(screen.getByRole("combobox", { name: "Status" }), "Active");
    const scope = await deactivate(user);
    expect(scope.getByText("They have 3 open tasks, which stay theirs.")).toBeVisible();
    expect(await receiver(scope)).toHaveTextContent("Nobody (they keep them)");
    await pick(user, await receiver(scope), "Eve Adams");
    expect(scope.getByText("They have 3 open tasks, which will be handed over.")).toBeVisible();
    await user.click(scope.getByRole("button", { name: "Deactivate 2" }));
    expect(await toast("2 users deactivated")).toBeInTheDocument();
    expect(await assignees()).toEqual(Array.from({ length: 3 }, () => heir.user.name));
    expect(backend.callsOf(HAND_OVER)).toHaveLength(0);
  });
});

describe("deleting a user", () => {
  it("says how many open tasks they have, deletes the user only after they are handed over, and leaves them unassigned by default", async () => {
    await addTasks(grace, 2);
    const { user } = await openUsers();
    await user.click(await button("Delete Grace Hopper"));
    const scope = await dialog();
    expect(await scope.findByText("Grace Hopper has 2 open tasks.")).toBeInTheDocument();
    await waitFor(() => expect(scope.getByRole("button", { name: "Cancel" })).toHaveFocus());
    await pick(user, await receiver(scope), "Alan Turing");
    backend.fail(HAND_OVER, "unreachable", 3);
    await user.click(scope.getByRole("button", { name: "Delete" }));
    expect(await toast("Failed to hand over the open tasks")).toBeInTheDocument();
    expect(await assignees()).toEqual(["Grace Hopper", "Grace Hopper"]);
    expect(await receiver(scope)).toHaveTextContent("Alan Turing");
    await user.click(scope.getByRole("button", { name: "Delete" }));
    expect(await screen.findByText("User deleted")).toBeInTheDocument();
    expect(await assignees()).toEqual(["Alan Turing", "Alan Turing"]);

    const calls = backend.callsOf(HAND_OVER).length;
    await user.click(await button("Delete Alan Turing"));
    const next = await dialog();
    expect(await receiver(next)).toHaveTextContent("Nobody (unassigned)");
    await user.click(next.getByRole("button", { name: "Delete" }));
    await waitFor(async () => expect(await assignees()).toEqual([null, null]));
    expect(backend.callsOf(HAND_OVER)).toHaveLength(calls);
  });
});

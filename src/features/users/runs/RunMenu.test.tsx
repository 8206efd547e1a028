import { describe, expect, it } from "@jest/globals";
import { screen, waitFor } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { createTask, createTeam } from "#testing/screens/create.ts";
import { pick } from "#testing/screens/pick.ts";
import { bar, dialog, nameOf, openRunBackend, tick, toast } from "#testing/screens/userRuns.ts";

async function choose({ user }: { user: UserEvent }, item: string) {
  await user.click(await bar().findByRole("button", { name: "More actions…" }));
  await user.click(screen.getByRole("menuitem", { name: item }));
  return await dialog();
}

describe("more actions", () => {
  it("change the role of the chosen users after their number was typed, add them to a team and remove them, and end their sessions", async () => {
    const { backend, admin, addMembers, openUsers } = await openRunBackend();
    await createTeam(admin, "Harbour", { members: (await addMembers(2)).slice(0, 1) });
    const signedIn = await backend.as("member", { name: nameOf(3), email: "three@example.com" });
    const app = await openUsers();
    await tick(app, 1, 2);
    const question = await choose(app, "Change role…");
    await app.user.selectOptions(question.getByLabelText("New role"), "Admin");
    expect(await question.findByText("2 users will get the role Admin.")).toBeVisible();
    expect(question.getByText("You can undo this for 7 days.")).toBeVisible();
    const field = question.getByLabelText("Type 2 to confirm");
    expect(field).toHaveAccessibleDescription(/^Admins manage all users and teams\./);
    await app.user.type(field, "3{Enter}");
    expect(await question.findByText("Type the number 2")).toBeVisible();
    expect(backend.callsOf("POST /api/user-runs")).toHaveLength(0);
    await app.user.type(field, "{Backspace}2{Enter}");
    expect(await toast("Role of 2 users changed to Admin")).toBeInTheDocument();
    await app.user.click(await bar().findByRole("button", { name: "Undo change of 2" }));
    expect(await toast("Role of 2 users changed back")).toBeInTheDocument();

    const chooseTeam = async (item: string) => {
      await tick(app, 1, 2);
      const team = await choose(app, item);
      await team.findByRole("option", { name: "Harbour" });
      await app.user.selectOptions(team.getByLabelText("Team"), "Harbour");
      return team;
    };
    const addition = await chooseTeam("Add to team…");
    expect(await addition.findByText("1 user will be added.")).toBeVisible();
    expect(addition.getByText("1 user is in the team already.")).toBeVisible();
    await app.user.click(addition.getByRole("button", { name: "Add 1" }));
    expect(await toast("1 user added to Harbour")).toBeInTheDocument();
    const removal = await chooseTeam("Remove from team…");
    await removal.findByText("2 users will be removed.");
    await app.user.click(removal.getByRole("button", { name: "Remove 2" }));
    expect(await toast("2 users removed from Harbour")).toBeInTheDocument();

    await tick(app, 2, 3);
    const end = await choose(app, "End sessions…");
    expect(end.getByText("1 user will be signed out everywhere.")).toBeVisible();
    expect(end.getByText("1 user is not signed in.")).toBeVisible();
    await app.user.click(end.getByRole("button", { name: "End sessions of 1" }));
    expect(await toast("Sessions of 1 user ended")).toBeInTheDocument();
    expect((await signedIn.call("GET", "/api/auth/me")).status).toBe(401);
  });

  it("delete users and hand over their open tasks, after saying that it can't be undone, and ask for another count if some were deleted since", async () => {
    const { backend, admin, addMembers, openUsers } = await openRunBackend();
    const ids = await addMembers(4);
    await createTask(admin, "Open", { assignee_id: ids[0] ?? null });
    const app = await openUsers();
    await tick(app, 1, 2, 3);
    const question = await choose(app, "Delete…");
    expect(question.getByText("This action cannot be undone.")).toBeVisible();
    expect(
      question.getByText("They have 1 open task, which will become unassigned."),
    ).toBeVisible();
    const receiver = question.getByRole("combobox", { name: "Hand over open tasks to" });
    await pick(app.user, receiver, nameOf(4));
    expect(question.getByText("They have 1 open task, which will be handed over.")).toBeVisible();
    await backend.db.deleteFrom("users").where("id", "=", String(ids[1])).execute();
    await app.user.type(question.getByLabelText("Type 3 to confirm"), "3{Enter}");
    const field = await question.findByLabelText("Type 2 to confirm");
    await app.user.clear(field);
    await app.user.type(field, "2{Enter}");
    expect(await toast("2 users deleted, 1 failed")).toBeInTheDocument();
    const tasks = await backend.db.selectFrom("tasks").select("assignee_id").execute();
    expect(tasks).toEqual([{ assignee_id: ids[3] }]);
    await waitFor(() => expect(screen.queryByText(nameOf(1))).not.toBeInTheDocument());
    expect(bar().queryByRole("button", { name: /^Undo/ })).not.toBeInTheDocument();
  });

  it("are offered for at most 10,000 users, which the bar says beforehand", async () => {
    const { backend, admin, openUsers } = await openRunBackend();
    const users = Array.from({ length: 10_001 }, (_none, index) => ({
      id: `u${index}`,
      name: nameOf(index),
      email: `u${index}@example.com`,
      role: "member",
      is_active: true,
      created_at: admin.user.created_at,
    }));
    const page = { total: users.length, next: null, active_admins: 2 };
    backend.answer("GET /api/users", { users, page });
    const app = await openUsers();
    // Only visible rows are rendered.
    expect(screen.getByRole("table")).toHaveAttribute("aria-rowcount", "10002");
    expect(screen.getAllByRole("row").length).toBeLessThan(60);
    const limit = "An action changes at most 10,000 users";
    await app.user.click(bar().getByRole("checkbox", { name: "Select all 10,001" }));
    expect(await bar().findByText(limit)).toBeVisible();
    expect(bar().getByRole("button", { name: "Deactivate 10,001" })).toBeDisabled();
    expect(bar().queryByRole("button", { name: "More actions…" })).not.toBeInTheDocument();
    await app.user.click(screen.getByRole("checkbox", { name: `Select ${nameOf(0)}` }));
    expect(bar().getByRole("button", { name: "Deactivate 10,000" })).toBeEnabled();
    expect(bar().queryByText(limit)).not.toBeInTheDocument();
  });
});

import { describe, expect, it } from "@jest/globals";
import { screen, waitFor, within } from "@testing-library/react";
import type { Team, TeamResponse } from "#contract/team.ts";
import { formatInstant } from "#lib/day.ts";
import type { Backend } from "#testing/backend.ts";
import { openBackend, renderApp } from "#testing/renderApp.tsx";

const TEAMS = "GET /api/teams";
const TEAM = "GET /api/teams/{id}";
const ADD = "POST /api/teams/{id}/members";
const REMOVE = "DELETE /api/teams/{id}/members/{userId}";
const BROKEN = { status: 500, body: { error: "Broken" } } as const;

interface Given {
  teams?: { name: string; description?: string; members?: string[] }[];
  others?: string[];
}

/** Teams with their members, and people in no team, made through the API and the database. */
async function fill(backend: Backend, { teams = [], others = [] }: Given): Promise<Team[]> {
  const admin = await backend.as("admin", { name: "Root", email: "root@example.com" });
  const made: Team[] = [];
  for (const { name, description = "", members = [] } of teams) {
    const { body } = await admin.call("POST", "/api/teams", { name, description });
    const { team } = body as { team: Team };
    for (const member of members) {
      const { user } = await addPerson(backend, member);
      await admin.call("POST", `/api/teams/${team.id}/members`, { userId: user.id });
    }
    made.push(team);
  }
  for (const name of others) await addPerson(backend, name);
  return made;
}

const addPerson = (backend: Backend, name: string) =>
  backend.as("member", { name, email: `${name.split(" ")[0]?.toLowerCase()}@example.com` });

async function openTeams(given: Given = {}) {
  const backend = await openBackend();
  const teams = await fill(backend, given);
  const app = await renderApp({ path: "/teams", as: "admin", backend });
  await screen.findByRole("heading", { name: "Team Management" });
  return { ...app, teams };
}

const dialog = (name: string | RegExp) => screen.findByRole("dialog", { name });
const members = (within_: HTMLElement) =>
  within(within_)
    .queryAllByRole("listitem")
    .map((row) => row.textContent);
const toasts = () => within(screen.getByRole("region", { name: "Notifications" }));

async function openTeam(given: Given, name = given.teams?.[0]?.name ?? "") {
  const app = await openTeams(given);
  await app.user.click(await screen.findByRole("button", { name }));
  return { ...app, team: await dialog(name) };
}

describe("the teams page", () => {
  it("redirects members to the dashboard without fetching teams", async () => {
    const { backend } = await renderApp({ path: "/teams", as: "member" });
    await screen.findByRole("heading", { name: "Dashboard" });
    expect(window.location.pathname).toBe("/");
    expect(backend.callsOf(TEAMS)).toHaveLength(0);
  });

  it("shows a loading text, then that there are no teams", async () => {
    const backend = await openBackend();
    const held = backend.delay(TEAMS, 1);
    await renderApp({ path: "/teams", as: "admin", backend });
    expect(await screen.findByText("Loading teams")).toBeInTheDocument();
    expect(screen.queryByText("No teams yet")).not.toBeInTheDocument();
    held.release();
    expect(await screen.findByText("No teams yet")).toBeInTheDocument();
    expect(screen.getByRole("button", { name: "+ Create Team" })).toBeInTheDocument();
  });

  it("shows every team with its name, its description or that it has none, and its creation date", async () => {
    const { teams } = await openTeams({
      teams: [{ name: "Harbour", description: "Boats\nand <b>ropes</b>" }, { name: "Yard" }],
    });
    const harbour = (await screen.findByRole("heading", { name: "Harbour" })).closest("li");
    expect(harbour).toHaveTextContent("Boats and <b>ropes</b>");
    expect(harbour).toHaveTextContent(`Created ${formatInstant(teams[0]?.created_at ?? "")}`);
    const yard = screen.getByRole("heading", { name: "Yard" }).closest("li");
    expect(yard).toHaveTextContent("No description");
  });

  it.each([
    ["the server fails", BROKEN],
    ["the server cannot be reached", "unreachable" as const],
  ])("shows an error when %s, and loads on retry", async (_why, fault) => {
    const backend = await openBackend();
    await fill(backend, { teams: [{ name: "Yard" }] });
    backend.fail(TEAMS, fault, 3);
    const { user } = await renderApp({ path: "/teams", as: "admin", backend });
    expect((await screen.findAllByText("Failed to fetch teams")).length).toBeGreaterThan(0);
    expect(await toasts().findByText("Failed to fetch teams")).toBeInTheDocument();
    expect(screen.queryByText("No teams yet")).not.toBeInTheDocument();
    backend.answer(TEAMS, { teams: [{ id: 1, name: "Yard" }] }, 1);
    await user.click(await screen.findByRole("button", { name: "Try again" }));
    expect(await screen.findByRole("heading", { name: "Yard" })).toBeInTheDocument();
  });

  it.each([
    ["{ teams }", { teams: [{ id: 7, name: "Foreign", created_at: "2026-03-08T12:00:00Z" }] }],
    [
      "a bare list",
      [{ id: 7, name: "Foreign", description: null, created_at: "2026-03-08T12:00" }],
    ],
  ])("accepts a server that responds with %s", async (_shape, body) => {
    const backend = await openBackend();
    backend.answer(TEAMS, body);
    const { user } = await renderApp({ path: "/teams", as: "admin", backend });
    const card = (await screen.findByRole("heading", { name: "Foreign" })).closest("li");
    expect(card).toHaveTextContent("No description");
    expect(card).toHaveTextContent("Created Mar 08, 2026");
    backend.answer(TEAM, { id: 7, name: "Foreign", members: [{ id: 3, email: "x@example.com" }] });
    await user.click(screen.getByRole("button", { name: "Foreign" }));
    const team = await dialog("Foreign");
    expect(await within(team).findByText("Team Members (1)")).toBeInTheDocument();
    expect(backend.callsOf(TEAM).map(({ name }) => name)).toEqual(["GET /api/teams/7"]);
    expect(members(team)[0]).toContain("x@example.com");
  });

  it("refetches the teams when the user opens the page again", async () => {
    const { user, backend } = await openTeams();
    await screen.findByText("No teams yet");
    await user.click(screen.getByRole("link", { name: "Users" }));
    await screen.findByRole("heading", { name: "User Management" });
    const other = await backend.as("admin");
    await other.call("POST", "/api/teams", { name: "News", description: "" });
    await user.click(screen.getByRole("link", { name: "Teams" }));
    expect(await screen.findByRole("heading", { name: "News" })).toBeInTheDocument();
  });
});

describe("creating a team", () => {
  async function openForm() {
    const app = await openTeams();
    await app.user.click(screen.getByRole("button", { name: "+ Create Team" }));
    const form = within(await dialog("Create Team"));
    return {
      ...app,
      form,
      name: form.getByLabelText("Team Name"),
      description: form.getByLabelText("Description"),
      submit: form.getByRole("button", { name: "Create Team" }),
    };
  }

  it("trims name and description, shows a toast, and shows the team immediately", async () => {
    const { user, backend, name, description, submit } = await openForm();
    expect(name).toHaveFocus();
    await user.type(name, "  Harbour ");
    await user.type(description, " Boats ");
    await user.click(submit);
    expect(await screen.findByText("Team created successfully")).toBeInTheDocument();
    expect(await screen.findByRole("heading", { name: "Harbour" })).toBeInTheDocument();
    expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
    const [call] = backend.callsOf("POST /api/teams");
    expect(call?.body).toEqual({ name: "Harbour", description: "Boats" });
    await waitFor(() =>
      expect(screen.getByRole("button", { name: "+ Create Team" })).toHaveFocus(),
    );
  });

  it("shows a missing name as an error at its field", async () => {
    const { user, backend, form, name, submit } = await openForm();
    await user.type(name, "   ");
    await user.click(submit);
    expect(await form.findByText("Team name is required")).toBeInTheDocument();
    expect(name).toHaveAccessibleDescription("Team name is required");
    await waitFor(() => expect(name).toHaveFocus());
    expect(backend.callsOf("POST /api/teams")).toHaveLength(0);
    await user.type(name, "Yard");
    await waitFor(() => expect(form.queryByText("Team name is required")).not.toBeInTheDocument());
  });

  it("sends one request, and shows progress", async () => {
    const { user, backend, form, name } = await openForm();
    const held = backend.delay("POST /api/teams");
    await user.type(name, "Yard{Enter}");
    await held.arrived;
    const button = await form.findByRole("button", { name: "Creating..." });
    expect(button).toBeDisabled();
    await user.type(name, "{Enter}");
    await user.keyboard("{Escape}");
    expect(screen.getByRole("dialog", { name: "Create Team" })).toBeInTheDocument();
    held.release();
    expect(await screen.findByRole("heading", { name: "Yard" })).toBeInTheDocument();
    expect(backend.callsOf("POST /api/teams")).toHaveLength(1);
  });

  it.each([
    ["the server fails", BROKEN],
    ["the server cannot be reached", "unreachable" as const],
  ])("keeps the input when %s", async (_why, fault) => {
    const { user, backend, form, name, description, submit } = await openForm();
    backend.fail("POST /api/teams", fault);
    await user.type(name, "Yard");
    await user.type(description, "Where boats sleep");
    await user.click(submit);
    expect(await screen.findByText("Failed to create team")).toBeInTheDocument();
    expect(name).toHaveValue("Yard");
    expect(description).toHaveValue("Where boats sleep");
    const again = form.getByRole("button", { name: "Create Team" });
    await waitFor(() => expect(again).toHaveFocus());
    await user.click(again);
    expect(await screen.findByRole("heading", { name: "Yard" })).toBeInTheDocument();
  });

  it("shows the server's field error at its field", async () => {
    const { user, backend, form, name, submit } = await openForm();
    const errors = [{ param: "name", msg: "Team name is taken" }];
    backend.fail("POST /api/teams", { status: 400, body: { errors } });
    await user.type(name, "Yard");
    await user.click(submit);
    expect(await form.findByText("Team name is taken")).toBeInTheDocument();
    expect(await screen.findByText("Failed to create team")).toBeInTheDocument();
  });

  it("asks before discarding the input", async () => {
    const { user, name } = await openForm();
    await user.type(name, "Yard");
    await user.keyboard("{Escape}");
    const question = await screen.findByRole("alertdialog", { name: "Discard this team?" });
    await user.click(within(question).getByRole("button", { name: "Keep editing" }));
    expect(name).toHaveValue("Yard");
    await user.keyboard("{Escape}");
    await user.click(await screen.findByRole("button", { name: "Discard" }));
    expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
  });
});

describe("an open team", () => {
  it("shows its description and its members with name, email, role and Remove", async () => {
    const { team } = await openTeam({
      teams: [{ name: "Harbour", description: "Boats", members: ["Grace Hopper", "Alan Turing"] }],
    });
    expect(await within(team).findByText("Team Members (2)")).toBeInTheDocument();
    expect(within(team).getByText("Boats")).toBeInTheDocument();
    const [alan, grace] = within(team).getAllByRole("listitem");
    expect(alan).toHaveTextContent("Alan Turing");
    expect(alan).toHaveTextContent("alan@example.com");
    expect(alan).toHaveTextContent("Member");
    expect(grace).toHaveTextContent("Grace Hopper");
    expect(within(team).getByRole("button", { name: "Remove Grace Hopper" })).toHaveTextContent(
      "Remove",
    );
  });

  it("shows a missing description, missing members and the Admin role", async () => {
    const { user, backend, team } = await openTeam({ teams: [{ name: "Yard" }] });
    expect(within(team).getByText("No description")).toBeInTheDocument();
    expect(await within(team).findByText("Nobody is in this team yet.")).toBeInTheDocument();
    expect(within(team).getByText("Team Members (0)")).toBeInTheDocument();
    await user.click(within(team).getByRole("button", { name: "+ Add Member" }));
    const root = await screen.findByRole("option", { name: /Root/ });
    await user.selectOptions(screen.getByLabelText("User"), root);
    await user.click(screen.getByRole("button", { name: "Add Member" }));
    expect(await within(team).findByText("Admin")).toBeInTheDocument();
    expect(backend.callsOf(ADD)).toHaveLength(1);
  });

  it("shows a loading text for its members, and returns the focus to its card when it closes", async () => {
    const backend = await openBackend();
    await fill(backend, { teams: [{ name: "Yard" }] });
    const held = backend.delay(TEAM, 1);
    const { user } = await renderApp({ path: "/teams", as: "admin", backend });
    await user.click(await screen.findByRole("button", { name: "Yard" }));
    expect(await screen.findByText("Loading members")).toBeInTheDocument();
    expect(screen.getByRole("button", { name: "+ Add Member" })).toBeDisabled();
    held.release();
    expect(await screen.findByText("Team Members (0)")).toBeInTheDocument();
    await user.click(screen.getByRole("button", { name: "Close" }));
    expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
    expect(screen.getByRole("button", { name: "Yard" })).toHaveFocus();
  });

  it.each([
    ["fails", (backend: Backend) => backend.fail(TEAM, BROKEN)],
    ["sends no team", (backend: Backend) => backend.answer(TEAM, { members: [] }, 1)],
  ])("shows an error when the server %s, and loads on retry", async (_why, break_) => {
    const backend = await openBackend();
    await fill(backend, { teams: [{ name: "Yard", members: ["Grace Hopper"] }] });
    break_(backend);
    const { user } = await renderApp({ path: "/teams", as: "admin", backend });
    await user.click(await screen.findByRole("button", { name: "Yard" }));
    await waitFor(() =>
      expect(screen.getAllByText("Failed to fetch team details")).toHaveLength(2),
    );
    expect(screen.queryByText("Nobody is in this team yet.")).not.toBeInTheDocument();
    await user.click(await screen.findByRole("button", { name: "Try again" }));
    expect(await screen.findByText("Team Members (1)")).toBeInTheDocument();
  });
});

describe("adding a member", () => {
  async function openForm() {
    const app = await openTeam({
      teams: [{ name: "Yard", members: ["Grace Hopper"] }],
      others: ["Alan Turing"],
    });
    await within(app.team).findByText("Team Members (1)");
    const opener = within(app.team).getByRole("button", { name: "+ Add Member" });
    await app.user.click(opener);
    const form = await dialog("Add Member to Yard");
    await within(form).findByRole("option", { name: /Alan Turing/ });
    const submit = within(form).getByRole("button", { name: "Add Member" });
    return { ...app, opener, form, submit, select: within(form).getByLabelText("User") };
  }
  const optionsOf = (select: HTMLElement) =>
    within(select)
      .getAllByRole("option")
      .map(({ textContent }) => textContent);

  it("offers all users except current members, and adds the chosen one", async () => {
    const { user, backend, team, opener, select, submit } = await openForm();
    expect(optionsOf(select)).toEqual([
      "Choose a user...",
      "Ada Lovelace (ada.lovelace@example.com)",
      "Alan Turing (alan@example.com)",
      "Root (root@example.com)",
    ]);
    await user.selectOptions(select, "Alan Turing (alan@example.com)");
    await user.click(submit);
    expect(await screen.findByText("Member added successfully")).toBeInTheDocument();
    expect(await within(team).findByText("Team Members (2)")).toBeInTheDocument();
    expect(screen.queryByRole("dialog", { name: /Add Member/ })).not.toBeInTheDocument();
    expect(opener).toHaveFocus();
    expect(Object.keys(backend.callsOf(ADD)[0]?.body ?? {})).toEqual(["userId"]);
    await user.click(opener);
    await waitFor(() =>
      expect(optionsOf(screen.getByLabelText("User"))).not.toContain(
        "Alan Turing (alan@example.com)",
      ),
    );
  });

  it("asks the user to choose a member", async () => {
    const { user, backend, select, submit } = await openForm();
    expect(select).toHaveDisplayValue("Choose a user...");
    await user.click(submit);
    expect(await screen.findByText("Please select a user")).toBeInTheDocument();
    expect(select).toHaveAccessibleDescription("Please select a user");
    expect(backend.callsOf(ADD)).toHaveLength(0);
  });

  it("keeps the choice after a failure, and shows the server's reason", async () => {
    const { user, backend, form, select, submit } = await openForm();
    backend.fail(ADD, "unreachable");
    await user.selectOptions(select, "Alan Turing (alan@example.com)");
    await user.click(submit);
    expect(await screen.findByText("Failed to add member")).toBeInTheDocument();
    expect(select).toHaveDisplayValue("Alan Turing (alan@example.com)");
    backend.fail(ADD, { status: 409, body: { error: "No more room" } });
    await user.click(await within(form).findByRole("button", { name: "Add Member" }));
    expect(await within(form).findByText("No more room")).toBeInTheDocument();
    expect(select).toHaveDisplayValue("Alan Turing (alan@example.com)");
  });

  it("shows that the chosen user was deleted, and stops offering them", async () => {
    const { user, backend, form, select, submit } = await openForm();
    await backend.db.deleteFrom("users").where("name", "=", "Alan Turing").execute();
    await user.selectOptions(select, "Alan Turing (alan@example.com)");
    await user.click(submit);
    expect(await within(form).findByText("User does not exist")).toBeInTheDocument();
    await waitFor(() => expect(optionsOf(select)).toHaveLength(3));
  });

  it("shows a text if no users are left, or if they cannot be fetched", async () => {
    const { user, backend } = await openTeam({ teams: [{ name: "Yard" }] });
    backend.answer("GET /api/users", [], 1);
    await user.click(await screen.findByRole("button", { name: "+ Add Member" }));
    expect(await screen.findByText("Everybody is in this team already.")).toBeInTheDocument();
    await user.keyboard("{Escape}");
    backend.fail("GET /api/users", BROKEN);
    await user.click(screen.getByRole("button", { name: "+ Add Member" }));
    expect(await screen.findByText("Failed to fetch users")).toBeInTheDocument();
  });
});

describe("removing a member", () => {
  async function openTwo() {
    const app = await openTeam({
      teams: [{ name: "Yard", members: ["Alan Turing", "Grace Hopper"] }],
    });
    await within(app.team).findByText("Team Members (2)");
    return app;
  }
  const removeButton = (name: string) => screen.getByRole("button", { name: `Remove ${name}` });
  const confirm = async () => await screen.findByRole("button", { name: "Remove" });

  it("asks for confirmation; No keeps the member", async () => {
    const { user, backend, team } = await openTwo();
    await user.click(removeButton("Alan Turing"));
    const question = await screen.findByRole("alertdialog", { name: "Remove member" });
    expect(question).toHaveAccessibleDescription(
      "Are you sure you want to remove Alan Turing from Yard?",
    );
    await user.click(within(question).getByRole("button", { name: "Cancel" }));
    expect(members(team)).toHaveLength(2);
    expect(removeButton("Alan Turing")).toHaveFocus();
    expect(backend.callsOf(REMOVE)).toHaveLength(0);
  });

  it("removes the row, shows a toast, and moves the focus to the next row or finally to Add", async () => {
    const { user, backend, team } = await openTwo();
    await user.click(removeButton("Alan Turing"));
    await user.click(await confirm());
    expect(await screen.findByText("Member removed successfully")).toBeInTheDocument();
    expect(await within(team).findByText("Team Members (1)")).toBeInTheDocument();
    expect(members(team)[0]).toContain("Grace Hopper");
    await waitFor(() => expect(removeButton("Grace Hopper")).toHaveFocus());
    await user.keyboard("{Enter}");
    await user.click(await confirm());
    expect(await within(team).findByText("Team Members (0)")).toBeInTheDocument();
    await waitFor(() => expect(screen.getByRole("button", { name: "+ Add Member" })).toHaveFocus());
    expect(backend.callsOf(REMOVE)).toHaveLength(2);
    const rows = await backend.db.selectFrom("team_members").selectAll().execute();
    expect(rows).toEqual([]);
  });

  it("a failure shows an error and keeps the member", async () => {
    const { user, backend, team } = await openTwo();
    backend.fail(REMOVE, BROKEN);
    await user.click(removeButton("Alan Turing"));
    await user.click(await confirm());
    expect(await screen.findByText("Failed to remove member")).toBeInTheDocument();
    expect(screen.queryByRole("alertdialog")).not.toBeInTheDocument();
    expect(members(team)).toHaveLength(2);
    expect(removeButton("Alan Turing")).toHaveFocus();
  });

  it("removing a member who was already removed shows the current members", async () => {
    const { user, backend, team, teams } = await openTwo();
    await backend.db
      .deleteFrom("team_members")
      .where("team_id", "=", teams[0]?.id ?? "")
      .execute();
    await user.click(removeButton("Alan Turing"));
    await user.click(await confirm());
    expect(await screen.findByText("Failed to remove member")).toBeInTheDocument();
    expect(await within(team).findByText("Team Members (0)")).toBeInTheDocument();
  });
});

it("a team's members reflect role changes and deletions of users", async () => {
  const { backend, team, teams, store } = await openTeam({
    teams: [{ name: "Yard", members: ["Grace Hopper"] }],
  });
  await within(team).findByText("Team Members (1)");
  const { userChangesApi } = await import("#features/users/userChangesApi.ts");
  const { body } = await (await backend.as("admin")).call(
    "GET",
    `/api/teams/${teams[0]?.id ?? ""}`,
  );
  const [grace] = (body as TeamResponse).members;
  await store.dispatch(
    userChangesApi.endpoints.updateUser.initiate({
      id: grace?.id ?? "",
      change: { role: "admin" },
    }),
  );
  expect(await within(team).findByText("Admin")).toBeInTheDocument();
  await store.dispatch(userChangesApi.endpoints.deleteUser.initiate(grace?.id ?? ""));
  expect(await within(team).findByText("Team Members (0)")).toBeInTheDocument();
});

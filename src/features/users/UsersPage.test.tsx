import { describe, expect, it } from "@jest/globals";
import { screen, waitFor, within } from "@testing-library/react";
import { formatInstant } from "#lib/day.ts";
import type { TestUser } from "#server/testing/server.ts";
import type { Backend } from "#testing/backend.ts";
import { openBackend, renderApp } from "#testing/renderApp.tsx";

const USERS = "GET /api/users";
const UPDATE = "PUT /api/users/{id}";
const DELETE = "DELETE /api/users/{id}";
const BROKEN = { status: 500, body: { error: "Broken" } } as const;

interface Person {
  name: string;
  role?: "member" | "admin";
  active?: boolean;
}

async function addPeople(backend: Backend, people: Person[]): Promise<TestUser[]> {
  const added: TestUser[] = [];
  for (const { name, role = "member", active = true } of people) {
    const email = `${name.split(" ")[0]?.toLowerCase()}@example.com`;
    added.push(await backend.as(role, { name, email, is_active: active ? 1 : 0 }));
  }
  return added;
}

async function openUsers(people: Person[] = []) {
  const backend = await openBackend();
  const others = await addPeople(backend, people);
  const app = await renderApp({ path: "/users", as: "admin", backend });
  await screen.findByRole("heading", { name: "User Management" });
  await screen.findByRole("table");
  return { ...app, others };
}

const rowOf = (name: string) => screen.getByRole("row", { name: new RegExp(name) });
const names = () =>
  screen
    .queryAllByRole("checkbox", { name: /^Select (?!all)/ })
    .map((box) => box.getAttribute("aria-label")?.replace("Select ", ""));
const roleOf = (name: string) => screen.getByRole("combobox", { name: `Role of ${name}` });
const button = (name: string) => screen.getByRole("button", { name });
const toast = async (text: string) =>
  await within(screen.getByRole("region", { name: "Notifications" })).findByText(text);

const GRACE = { name: "Grace Hopper" };
const ALAN = { name: "Alan Turing", active: false };
const EVE = { name: "Eve Adams", role: "admin" } as const;

describe("the users page", () => {
  it("redirects members to the dashboard", async () => {
    await renderApp({ path: "/users", as: "member" });
    await screen.findByRole("heading", { name: "Dashboard" });
    expect(window.location.pathname).toBe("/");
  });

  it("shows a loading text, then the table of §2", async () => {
    const backend = await openBackend();
    const [grace] = await addPeople(backend, [GRACE, ALAN, EVE]);
    const held = backend.delay(USERS, 1);
    await renderApp({ path: "/users", as: "admin", backend });
    expect(await screen.findByText("Loading users")).toBeInTheDocument();
    held.release();
    await screen.findByRole("table");
    expect(screen.getAllByRole("columnheader").map((it) => it.textContent)).toEqual([
      "Select",
      "Name",
      "Email",
      "Role",
      "Status",
      "Created",
      "Last seen",
      "Teams",
      "Open tasks",
      "Actions",
    ]);
    expect(names()).toEqual(["Ada Lovelace", "Alan Turing", "Eve Adams", "Grace Hopper"]);
    const row = within(rowOf("Grace Hopper"));
    expect(row.getByText("grace@example.com")).toBeInTheDocument();
    expect(row.getByText("Active")).toBeInTheDocument();
    expect(row.getByText(formatInstant(grace?.user.created_at ?? ""))).toBeInTheDocument();
    const options = within(roleOf("Grace Hopper")).getAllByRole("option");
    expect(options.map((it) => it.textContent)).toEqual(["Member", "Admin"]);
    expect(roleOf("Grace Hopper")).toHaveDisplayValue("Member");
    expect(roleOf("Eve Adams")).toHaveDisplayValue("Admin");
    expect(button("Deactivate Grace Hopper")).toHaveTextContent("Deactivate");
    expect(button("Delete Grace Hopper")).toHaveTextContent("Delete");
    expect(within(rowOf("Alan Turing")).getByText("Inactive")).toBeInTheDocument();
    expect(button("Activate Alan Turing")).toHaveTextContent("Activate");
  });

  it.each([
    ["the server fails", BROKEN],
    ["the server cannot be reached", "unreachable" as const],
  ])("shows an error when %s, and loads on retry", async (_why, fault) => {
    const backend = await openBackend();
    backend.fail(USERS, fault, 3);
    const { user } = await renderApp({ path: "/users", as: "admin", backend });
    await waitFor(() => expect(screen.getAllByText("Failed to fetch users")).toHaveLength(2));
    expect(screen.queryByRole("table")).not.toBeInTheDocument();
    backend.answer(USERS, [], 0);
    backend.answer(USERS, [{ id: 4, name: "Bo", email: "bo@example.com" }], 1);
    await user.click(button("Try again"));
    expect(await screen.findByRole("row", { name: /Bo/ })).toBeInTheDocument();
  });

  it.each([
    ["{ users }", { users: [{ id: 7, name: "Foreign Person", email: "f@x.org", is_active: 0 }] }],
    ["a bare list", [{ id: 7, name: "Foreign Person", email: "f@x.org", is_active: false }]],
  ])("accepts a server that responds with %s", async (_shape, body) => {
    const backend = await openBackend();
    backend.answer(USERS, body);
    const { user } = await renderApp({ path: "/users", as: "admin", backend });
    const row = within(await screen.findByRole("row", { name: /Foreign Person/ }));
    expect(row.getByText("Inactive")).toBeInTheDocument();
    expect(roleOf("Foreign Person")).toHaveDisplayValue("Member");
    backend.answer(UPDATE, {});
    await user.click(button("Activate Foreign Person"));
    expect(await toast("User status updated")).toBeInTheDocument();
    expect(backend.callsOf(UPDATE).map(({ name }) => name)).toEqual(["PUT /api/users/7"]);
  });

  it("refetches the users whenever it is opened", async () => {
    const { user, backend } = await openUsers();
    await user.click(screen.getByRole("link", { name: "Teams" }));
    await screen.findByRole("heading", { name: "Team Management" });
    await addPeople(backend, [GRACE]);
    await user.click(screen.getByRole("link", { name: "Users" }));
    expect(await screen.findByRole("row", { name: /Grace Hopper/ })).toBeInTheDocument();
  });
});

describe("a row of the users page", () => {
  it("is deactivated and activated, each when the server has confirmed it", async () => {
    const { user, backend, others } = await openUsers([GRACE]);
    const held = backend.delay(UPDATE, 1);
    await user.click(button("Deactivate Grace Hopper"));
    await held.arrived;
    expect(button("Deactivate Grace Hopper")).toHaveAttribute("aria-busy", "true");
    await user.click(button("Deactivate Grace Hopper"));
    expect(within(rowOf("Grace Hopper")).getByText("Active")).toBeInTheDocument();
    held.release();
    expect(await toast("User status updated")).toBeInTheDocument();
    expect(await within(rowOf("Grace Hopper")).findByText("Inactive")).toBeInTheDocument();
    expect(backend.callsOf(UPDATE).map(({ body }) => body)).toEqual([{ is_active: false }]);
    expect(button("Activate Grace Hopper")).toHaveFocus();
    // Deactivation ends the user's sessions at once.
    expect((await others[0]?.call("GET", "/api/auth/me"))?.status).toBe(401);
    await user.click(button("Activate Grace Hopper"));
    expect(await within(rowOf("Grace Hopper")).findByText("Active")).toBeInTheDocument();
    expect(backend.callsOf(UPDATE)[1]?.body).toEqual({ is_active: true });
  });

  it("a failed status change shows an error and keeps the row", async () => {
    const { user, backend } = await openUsers([GRACE]);
    backend.fail(UPDATE, BROKEN);
    await user.click(button("Deactivate Grace Hopper"));
    expect(await toast("Failed to update user")).toBeInTheDocument();
    expect(within(rowOf("Grace Hopper")).getByText("Active")).toBeInTheDocument();
    await waitFor(() => expect(button("Deactivate Grace Hopper")).not.toHaveAttribute("aria-busy"));
  });

  it("a new role shows immediately, and is rolled back on failure", async () => {
    const { user, backend } = await openUsers([GRACE]);
    const held = backend.delay(UPDATE, 1);
    await user.selectOptions(roleOf("Grace Hopper"), "Admin");
    await held.arrived;
    expect(roleOf("Grace Hopper")).toHaveDisplayValue("Admin");
    held.release();
    expect(await toast("User role updated")).toBeInTheDocument();
    expect(backend.callsOf(UPDATE).map(({ body }) => body)).toEqual([{ role: "admin" }]);
    backend.fail(UPDATE, "unreachable");
    await user.selectOptions(roleOf("Grace Hopper"), "Member");
    expect(await toast("Failed to update role")).toBeInTheDocument();
    expect(roleOf("Grace Hopper")).toHaveDisplayValue("Admin");
    const rows = await backend.db
      .selectFrom("users")
      .select("role")
      .where("name", "=", "Grace Hopper")
      .execute();
    expect(rows).toEqual([{ role: "admin" }]);
  });

  it("Delete asks for confirmation, and moves the focus to the next row's Delete", async () => {
    const { user, backend } = await openUsers([ALAN, GRACE]);
    await user.click(button("Delete Alan Turing"));
    const question = await screen.findByRole("alertdialog", { name: "Delete user" });
    expect(question).toHaveAccessibleDescription(
      /^Are you sure you want to delete Alan Turing\?.* This action cannot be undone\.$/,
    );
    await user.click(within(question).getByRole("button", { name: "Cancel" }));
    expect(button("Delete Alan Turing")).toHaveFocus();
    expect(backend.callsOf(DELETE)).toHaveLength(0);

    await user.keyboard("{Enter}");
    await user.click(await screen.findByRole("button", { name: "Delete" }));
    expect(await toast("User deleted")).toBeInTheDocument();
    await waitFor(() => expect(names()).toEqual(["Ada Lovelace", "Grace Hopper"]));
    await waitFor(() => expect(button("Delete Grace Hopper")).toHaveFocus());

    // Only the admin's own row is left, and the focus stays in the page.
    await user.keyboard("{Enter}");
    await user.click(await screen.findByRole("button", { name: "Delete" }));
    await waitFor(() => expect(names()).toEqual(["Ada Lovelace"]));
    await waitFor(() => expect(screen.getByLabelText("Search users")).toHaveFocus());
  });

  it("a failed deletion shows an error and keeps the row", async () => {
    const { user, backend } = await openUsers([GRACE]);
    backend.fail(DELETE, BROKEN);
    await user.click(button("Delete Grace Hopper"));
    await user.click(await screen.findByRole("button", { name: "Delete" }));
    expect(await toast("Failed to delete user")).toBeInTheDocument();
    expect(names()).toContain("Grace Hopper");
    expect(button("Delete Grace Hopper")).toHaveFocus();
  });

  it("disappears if the user was already deleted", async () => {
    const { user, backend } = await openUsers([GRACE]);
    await backend.db.deleteFrom("users").where("name", "=", "Grace Hopper").execute();
    await user.click(button("Deactivate Grace Hopper"));
    expect(await toast("Failed to update user")).toBeInTheDocument();
    await waitFor(() => expect(names()).toEqual(["Ada Lovelace"]));
  });

  it("admins cannot change their own row, and the row shows the reason", async () => {
    await openUsers([EVE]);
    for (const control of [
      screen.getByRole("checkbox", { name: "Select Ada Lovelace" }),
      roleOf("Ada Lovelace"),
      button("Deactivate Ada Lovelace"),
      button("Delete Ada Lovelace"),
    ]) {
      expect(control).toBeDisabled();
      expect(control).toHaveAccessibleDescription("Your own account");
    }
    expect(button("Delete Eve Adams")).toBeEnabled();
  });

  it("the last active admin's row cannot be changed", async () => {
    const { user } = await openUsers([EVE]);
    expect(rowOf("Ada Lovelace")).not.toHaveTextContent("last active admin");
    await user.selectOptions(roleOf("Eve Adams"), "Member");
    expect(await screen.findByText("Your own account, the last active admin")).toBeInTheDocument();
  });
});

describe("the filter of the users page", () => {
  const people = [GRACE, ALAN, EVE];

  it("narrows by name or email, role and status, and shows how many match", async () => {
    const { user } = await openUsers(people);
    expect(screen.getByText("4 users")).toBeInTheDocument();
    const search = screen.getByLabelText("Search users");
    await user.type(search, "HOPPER");
    expect(names()).toEqual(["Grace Hopper"]);
    expect(screen.getByText("1 user")).toBeInTheDocument();
    await user.clear(search);
    await user.type(search, "alan@");
    expect(names()).toEqual(["Alan Turing"]);
    await user.clear(search);
    await user.selectOptions(screen.getByRole("combobox", { name: "Role" }), "Admin");
    expect(names()).toEqual(["Ada Lovelace", "Eve Adams"]);
    await user.selectOptions(screen.getByRole("combobox", { name: "Status" }), "Inactive");
    expect(await screen.findByText("No users found")).toBeInTheDocument();
    await user.click(button("Reset filters"));
    expect(names()).toHaveLength(4);
    expect(search).toHaveFocus();
    await user.selectOptions(screen.getByRole("combobox", { name: "Status" }), "Inactive");
    expect(names()).toEqual(["Alan Turing"]);
  });

  it("shows set filters as chips that remove them, and moves the focus to the next", async () => {
    const { user } = await openUsers([...people, { name: "Zoe Quinn", active: false }]);
    const search = screen.getByLabelText("Search users");
    await user.type(search, "zoe");
    expect(screen.queryByRole("list", { name: "Filters" })).not.toBeInTheDocument();
    await user.selectOptions(screen.getByRole("combobox", { name: "Role" }), "Member");
    await user.selectOptions(screen.getByRole("combobox", { name: "Status" }), "Inactive");
    await user.click(button("More filters"));
    await user.selectOptions(await screen.findByLabelText("Team"), "No team");
    const list = await screen.findByRole("list", { name: "Filters" });
    const chips = () =>
      within(list)
        .getAllByRole("button")
        .map((chip) => chip.textContent);
    expect(chips()).toEqual(
      ["Members", "Inactive", "No team"].map((text) => `Remove filter: ${text}`),
    );
    await user.click(button("Remove filter: Members"));
    expect(button("Remove filter: Inactive")).toHaveFocus();
    await user.keyboard("{Enter}");
    expect(button("Remove filter: No team")).toHaveFocus();
    await user.keyboard("{Enter}");
    expect(search).toHaveFocus();
    expect(list).not.toBeInTheDocument();
    await waitFor(() => expect(names()).toEqual(["Zoe Quinn"]));
    await user.selectOptions(screen.getByRole("combobox", { name: "Role" }), "Member");
    await user.click(button("Reset filters"));
    expect(search).toHaveValue("");
    expect(search).toHaveFocus();
    expect(names()).toHaveLength(5);
  });

  it("hides a row that no longer matches, and moves the focus", async () => {
    const { user } = await openUsers([...people, { name: "Zoe Quinn" }]);
    await user.selectOptions(screen.getByRole("combobox", { name: "Status" }), "Active");
    await user.click(button("Deactivate Grace Hopper"));
    await waitFor(() => expect(names()).toEqual(["Ada Lovelace", "Eve Adams", "Zoe Quinn"]));
    await waitFor(() => expect(button("Deactivate Zoe Quinn")).toHaveFocus());
  });
});

describe("the order of the users page", () => {
  it("follows a click on a column's head, and is in the address", async () => {
    const { user } = await openUsers([GRACE, ALAN, EVE]);
    await user.click(button("Role"));
    expect(names()).toEqual(["Ada Lovelace", "Eve Adams", "Alan Turing", "Grace Hopper"]);
    await user.click(button("Name"));
    await user.click(button("Name"));
    expect(names()).toEqual(["Grace Hopper", "Eve Adams", "Alan Turing", "Ada Lovelace"]);
    expect(screen.getByRole("columnheader", { name: "Name" })).toHaveAttribute(
      "aria-sort",
      "descending",
    );
    await waitFor(() => expect(window.location.search).toBe("?sort=-name"));
  });

  it("comes from the server if there is more than one page, and so do further pages and searches", async () => {
    const backend = await openBackend();
    const people = Array.from({ length: 130 }, (_, id) => ({ name: `Person ${1000 + id}` }));
    await Promise.all(
      people.map(({ name }, id) => backend.as("member", { name, email: `p${id}@example.com` })),
    );
    const { user } = await renderApp({ path: "/users", as: "admin", backend });
    expect(await screen.findByRole("table")).toHaveAttribute("aria-rowcount", "132");
    await user.click(screen.getByLabelText("Select all 99"));
    await user.click(await screen.findByRole("button", { name: "Select all that match" }));
    expect(await screen.findByText("130 selected (31 not shown)")).toBeInTheDocument();
    await user.click(button("Name"));
    await waitFor(() => expect(names()[0]).toBe("Person 1129"));
    await user.type(screen.getByLabelText("Search users"), "p129@");
    await waitFor(() => expect(names()).toEqual(["Person 1129"]));
    await user.click(button("More filters"));
    await user.selectOptions(await screen.findByLabelText("Last seen"), "Never seen");
    expect(await screen.findByText("No users found")).toBeInTheDocument();
  });
});

describe("a thousand users", () => {
  it("on many pages are selected at once, and the table stays where it is", async () => {
    const backend = await openBackend();
    const { user: one } = await backend.as("member");
    const template = await backend.db
      .selectFrom("users")
      .selectAll()
      .where("id", "=", one.id)
      .executeTakeFirstOrThrow();
    const others = Array.from({ length: 1_249 }, (_, index) => {
      const email = `p${index}@example.com`;
      return { ...template, id: crypto.randomUUID(), email, email_key: email };
    });
    for (let start = 0; start < others.length; start += 250) {
      await backend.db
        .insertInto("users")
        .values(others.slice(start, start + 250))
        .execute();
    }
    const { user } = await renderApp({ path: "/users", as: "admin", backend });
    await screen.findByRole("table");
    await user.click(screen.getByLabelText(/^Select all (?:99|100)$/));
    await user.click(await screen.findByRole("button", { name: "Select all that match" }));
    expect(await screen.findByText(/^1250 selected \(11\d\d not shown\)$/)).toBeVisible();
    expect(screen.queryByRole("button", { name: "Select all that match" })).not.toBeInTheDocument();
  });

  it("are all counted and selected, although only visible rows are rendered", async () => {
    const backend = await openBackend();
    const list = Array.from({ length: 1_000 }, (_, id) => ({
      id,
      name: `Person ${id}`,
      email: `p${id}@example.com`,
      is_active: true,
    }));
    backend.answer(USERS, list);
    const { user } = await renderApp({ path: "/users", as: "admin", backend });
    const table = await screen.findByRole("table");
    expect(table).toHaveAttribute("aria-rowcount", "1001");
    expect(names().length).toBeLessThan(60);
    await user.click(screen.getByLabelText("Select all 1000"));
    expect(screen.getByText("1000 selected")).toBeInTheDocument();
    await user.type(screen.getByLabelText("Search users"), "p999@");
    await waitFor(() => expect(names()).toEqual(["Person 999"]));
    expect(screen.getByRole("checkbox", { name: "Select Person 999" })).toBeChecked();
    expect(screen.getByText("1000 selected (999 not shown)")).toBeInTheDocument();
  });
});

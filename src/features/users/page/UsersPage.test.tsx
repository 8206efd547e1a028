import { describe, expect, it } from "@jest/globals";
import { screen, waitFor, within } from "@testing-library/react";
import { formatInstant } from "#lib/dates/day.ts";
import { openBackend, renderApp } from "#testing/renderApp.tsx";
import {
  ALAN,
  addPeople,
  BROKEN,
  button,
  EVE,
  GRACE,
  names,
  roleOf,
  rowOf,
  USERS,
} from "#testing/screens/usersPage.ts";

describe("the users page", () => {
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
    expect(button("Password reset link for Grace Hopper")).toBeVisible();
    // The server has no providers.
    expect(screen.queryByRole("button", { name: /Sign-in providers/ })).toBeNull();
    expect(within(rowOf("Alan Turing")).getByText("Inactive")).toBeInTheDocument();
    expect(button("Activate Alan Turing")).toHaveTextContent("Activate");
  });

  it("shows an error when the server fails, and loads on retry", async () => {
    const backend = await openBackend();
    backend.fail(USERS, BROKEN, 3);
    const { user } = await renderApp({ path: "/users", as: "admin", backend });
    await waitFor(() => expect(screen.getAllByText("Failed to fetch users")).toHaveLength(2));
    expect(screen.queryByRole("table")).not.toBeInTheDocument();
    // Another server may respond with a bare list.
    backend.answer(USERS, [{ id: 4, name: "Bo", email: "bo@example.com" }], 1);
    await user.click(button("Try again"));
    expect(await screen.findByRole("row", { name: /Bo/ })).toBeInTheDocument();
    backend.answer("PUT /api/users/{id}", {});
    await user.click(button("Deactivate Bo"));
    expect(await screen.findByText("User status updated")).toBeInTheDocument();
    expect(backend.callsOf("PUT /api/users/4")).toHaveLength(1);
  });
});

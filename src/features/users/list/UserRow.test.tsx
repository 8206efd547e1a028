import { describe, expect, it } from "@jest/globals";
import { screen, waitFor, within } from "@testing-library/react";
import {
  ALAN,
  BROKEN,
  button,
  GRACE,
  names,
  openUsers,
  roleOf,
  rowOf,
  toast,
  UPDATE,
} from "#testing/screens/usersPage.ts";

const DELETE = "DELETE /api/users/{id}";

describe("a row of the users page", () => {
  it("is deactivated and activated when the server confirms it, stays after a failure, and disappears if the user is already deleted", async () => {
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
    await waitFor(() => expect(button("Activate Grace Hopper")).toHaveFocus());
    // Deactivation ends the user's sessions at once.
    expect((await others[0]?.call("GET", "/api/auth/me"))?.status).toBe(401);
    backend.fail(UPDATE, BROKEN);
    await user.click(button("Activate Grace Hopper"));
    expect(await toast("Failed to update user")).toBeInTheDocument();
    expect(within(rowOf("Grace Hopper")).getByText("Inactive")).toBeInTheDocument();
    await waitFor(() => expect(button("Activate Grace Hopper")).not.toHaveAttribute("aria-busy"));
    await user.click(button("Activate Grace Hopper"));
    expect(await within(rowOf("Grace Hopper")).findByText("Active")).toBeInTheDocument();
    await backend.db.deleteFrom("users").where("name", "=", "Grace Hopper").execute();
    await user.click(button("Deactivate Grace Hopper"));
    await waitFor(() => expect(names()).toEqual(["Ada Lovelace"]));
  });

  it("a new role takes effect at once, Undo in the toast takes it back, and a failure rolls it back; admins can't change their own row", async () => {
    const { user, backend } = await openUsers([GRACE]);
    expect(await screen.findByText("Your own account, the last active admin")).toBeInTheDocument();
    const held = backend.delay(UPDATE, 1);
    await user.selectOptions(roleOf("Grace Hopper"), "Admin");
    await held.arrived;
    expect(roleOf("Grace Hopper")).toHaveDisplayValue("Admin");
    held.release();
    expect(await toast("User role updated")).toBeInTheDocument();
    expect(backend.callsOf(UPDATE).map(({ body }) => body)).toEqual([{ role: "admin" }]);
    await user.click(button("Undo"));
    await waitFor(() => expect(roleOf("Grace Hopper")).toHaveDisplayValue("Member"));
    await waitFor(() => expect(screen.queryByRole("button", { name: "Undo" })).toBeNull());
    await user.selectOptions(roleOf("Grace Hopper"), "Admin");
    await waitFor(() => expect(roleOf("Grace Hopper")).toHaveDisplayValue("Admin"));
    await waitFor(() => expect(roleOf("Grace Hopper")).not.toHaveAttribute("aria-busy"));
    await screen.findByText("Your own account");
    for (const control of [
      screen.getByRole("checkbox", { name: "Select Ada Lovelace" }),
      roleOf("Ada Lovelace"),
      button("Deactivate Ada Lovelace"),
      button("Delete Ada Lovelace"),
    ]) {
      expect(control).toBeDisabled();
      expect(control).toHaveAccessibleDescription("Your own account");
    }
    backend.fail(UPDATE, { status: 500 });
    await user.selectOptions(roleOf("Grace Hopper"), "Member");
    expect(await toast("Failed to update role")).toBeInTheDocument();
    await waitFor(() => expect(roleOf("Grace Hopper")).toHaveDisplayValue("Admin"));
    const rows = await backend.db
      .selectFrom("users")
      .select("role")
      .where("name", "=", "Grace Hopper")
      .execute();
    expect(rows).toEqual([{ role: "admin" }]);
  });

  it("Delete asks for confirmation, keeps the row after a failure, and moves the focus to the next row's Delete", async () => {
    const { user, backend } = await openUsers([ALAN, GRACE]);
    await user.click(button("Delete Alan Turing"));
    const question = await screen.findByRole("alertdialog", { name: "Delete user" });
    expect(question).toHaveTextContent(
      /Are you sure you want to delete Alan Turing\?.* This action cannot be undone\./,
    );
    await user.click(within(question).getByRole("button", { name: "Cancel" }));
    expect(button("Delete Alan Turing")).toHaveFocus();
    expect(backend.callsOf(DELETE)).toHaveLength(0);

    backend.fail(DELETE, BROKEN);
    await user.keyboard("{Enter}");
    await user.click(await screen.findByRole("button", { name: "Delete" }));
    expect(await toast("Failed to delete user")).toBeInTheDocument();
    expect(names()).toContain("Alan Turing");
    expect(button("Delete Alan Turing")).toHaveFocus();

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
});

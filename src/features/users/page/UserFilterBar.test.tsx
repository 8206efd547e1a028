import { describe, expect, it } from "@jest/globals";
import { screen, waitFor, within } from "@testing-library/react";
import { ALAN, button, EVE, GRACE, names, openUsers } from "#testing/screens/usersPage.ts";

describe("the filter of the users page", () => {
  const people = [GRACE, ALAN, EVE];

  it("narrows by text, role and status, counts the matches, leads to the first hit, resets, and moves the focus on when a row no longer matches", async () => {
    const { user } = await openUsers(people);
    expect(await screen.findByText("4 users")).toBeInTheDocument();
    const search = screen.getByLabelText("Search users");
    for (const text of ["HOPPER{Enter}", "grace@{ArrowDown}"]) {
      await user.clear(search);
      await user.type(search, text);
      await waitFor(() => expect(screen.getByLabelText("Select Grace Hopper")).toHaveFocus());
      expect(names()).toEqual(["Grace Hopper"]);
    }
    expect(await screen.findByText("1 user")).toBeInTheDocument();
    await user.clear(search);
    await user.selectOptions(screen.getByRole("combobox", { name: "Role" }), "Admin");
    expect(names()).toEqual(["Ada Lovelace", "Eve Adams"]);
    await user.selectOptions(screen.getByRole("combobox", { name: "Status" }), "Inactive");
    expect(await screen.findByText("No users found")).toBeInTheDocument();
    await user.click(button("Reset filters"));
    expect(names()).toHaveLength(4);
    expect(search).toHaveFocus();

    await user.selectOptions(screen.getByRole("combobox", { name: "Status" }), "Active");
    await user.click(button("Deactivate Eve Adams"));
    await waitFor(() => expect(names()).toEqual(["Ada Lovelace", "Grace Hopper"]));
    await waitFor(() => expect(button("Deactivate Grace Hopper")).toHaveFocus());
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
  });
});

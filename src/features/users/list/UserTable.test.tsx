import { describe, expect, it } from "@jest/globals";
import { screen, waitFor } from "@testing-library/react";
import { enterText } from "#testing/screens/enterText.ts";
import { nameOf, openRunBackend } from "#testing/screens/userRuns.ts";
import { ALAN, button, EVE, GRACE, names, openUsers } from "#testing/screens/usersPage.ts";

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
    await user.click(button("Role"));
    await user.click(button("Role"));
    await user.click(button("Role"));
    expect(names()).toEqual(["Ada Lovelace", "Alan Turing", "Eve Adams", "Grace Hopper"]);
    await waitFor(() => expect(window.location.search).toBe(""));
  });

  it("comes from the server if there is more than one page, and so do further pages and searches", async () => {
    const { addMembers, openUsers: openMany } = await openRunBackend();
    await addMembers(130);
    const { user } = await openMany();
    expect(screen.getByRole("table")).toHaveAttribute("aria-rowcount", "132");
    await user.click(screen.getByLabelText("Select all 99"));
    await user.click(await screen.findByRole("button", { name: "Select all that match" }));
    expect(await screen.findByText("130 selected (31 not shown)")).toBeInTheDocument();
    await user.click(button("Name"));
    await waitFor(() => expect(names()[0]).toBe(nameOf(99)));
    await enterText(user, screen.getByLabelText("Search users"), nameOf(130));
    await waitFor(() => expect(names()).toEqual([nameOf(130)]));
    await user.click(button("More filters"));
    await user.selectOptions(await screen.findByLabelText("Last seen"), "Never seen");
    expect(await screen.findByText("No users found")).toBeInTheDocument();
  });
});

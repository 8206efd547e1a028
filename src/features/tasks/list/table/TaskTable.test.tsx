import { expect, it } from "@jest/globals";
import { screen, waitFor } from "@testing-library/react";
import { boundCommands } from "#lib/commands/useCommand.ts";
import { openList, THREE_TASKS } from "#testing/screens/taskList.tsx";

it("keeps the focus on a row that a change or its undo takes to another group", async () => {
  const { user } = await openList({ tasks: THREE_TASKS });
  await user.click(await screen.findByRole("button", { name: "Table" }));
  await user.selectOptions(screen.getByRole("combobox", { name: "Group" }), "By due date");
  const groupOf = (link: HTMLElement) => link.closest("tbody")?.querySelector("th")?.textContent;
  const row = () => screen.getByRole("link", { name: "Bake bread" });
  await screen.findByRole("rowheader", { name: "No date" });
  expect(groupOf(row())).toBe("No date");
  row().focus();
  await waitFor(() => expect(boundCommands()).toContain("cardDue"));
  await user.keyboard("d");
  await user.type(await screen.findByRole("combobox", { name: "Search" }), "24 dec 2999{Enter}");
  await waitFor(() => expect(groupOf(row())).toBe("Later"));
  expect(row()).toHaveFocus();
  await user.keyboard("{Control>}z{/Control}");
  await waitFor(() => expect(groupOf(row())).toBe("No date"));
  expect(row()).toHaveFocus();
});

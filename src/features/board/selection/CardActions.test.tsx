import { expect, it } from "@jest/globals";
import { act, screen, waitFor } from "@testing-library/react";
import { boundCommands } from "#lib/commands/useCommand.ts";
import { openBackend, renderApp } from "#testing/renderApp.tsx";
import { pick } from "#testing/screens/pick.ts";

it("selecting a card changes its name but not its description, and announces the count once; an open picker of its values marks it, and keeps the focus on it", async () => {
  const backend = await openBackend();
  const grace = await backend.as("member");
  for (const title of ["Feed the cat", "Water the plants"]) {
    backend.clock.advance(1000);
    await grace.call("POST", "/api/tasks", { title, priority: "High" });
  }
  const { user } = await renderApp({ path: "/kanban", as: "member", backend });
  const cat = await screen.findByRole("link", { name: "Feed the cat" });
  const instructions = screen.getByText(/^Press Enter to open the task/);
  expect(cat).toHaveAccessibleDescription(instructions.textContent);
  act(() => cat.focus());
  await waitFor(() => expect(boundCommands()).toContain("select"));
  await user.keyboard("x");
  const count = await screen.findByText("1 selected");
  expect(count.tagName).toBe("OUTPUT");
  expect(cat).toHaveAccessibleName("Feed the cat (selected)");
  expect(cat).toHaveAccessibleDescription(instructions.textContent);
  await user.keyboard("{Shift>}{ArrowUp}{/Shift}");
  const plants = await screen.findByRole("link", { name: "Water the plants (selected)" });
  await waitFor(() => expect(plants).toHaveFocus());
  expect(plants).toHaveAccessibleDescription(instructions.textContent);
  expect(count).toHaveTextContent("2 selected");
  expect(screen.getAllByText("2 selected")).toEqual([count]);
  await user.keyboard("{Shift>}{ArrowDown}{/Shift}");
  expect(cat).toHaveFocus();
  expect(cat).toHaveAccessibleName("Feed the cat (selected)");
  expect(plants).toHaveAccessibleName("Water the plants");
  await user.keyboard("{Escape}");
  expect(cat).toHaveAccessibleName("Feed the cat");

  // A card is marked, for its ring, while the picker of one of its values is open.
  const isMarked = () => cat.closest("[data-picking]") !== null;
  await user.keyboard("p");
  await screen.findByRole("option", { name: "High" });
  expect(isMarked()).toBe(true);
  await user.keyboard("{Escape}");
  await waitFor(() => expect(cat).toHaveFocus());
  expect(isMarked()).toBe(false);

  await user.click(screen.getByRole("button", { name: "Actions (Feed the cat)" }));
  await pick(user, screen.getByRole("menuitem", { name: "Priority…" }), "Low");
  expect(await screen.findByText("Priority changed to Low")).toBeVisible();
  expect(cat.closest("article")).toHaveTextContent("Low");
  expect(screen.getByRole("link", { name: "Feed the cat" })).toHaveFocus();
});

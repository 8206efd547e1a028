import { expect, it } from "@jest/globals";
import { screen, within } from "@testing-library/react";
import { openBackend, renderApp } from "#testing/renderApp.tsx";
import { column, titles } from "#testing/screens/boardScreen.ts";

it("hides the older done cards among those that match a filter, and counts them", async () => {
  const backend = await openBackend();
  const grace = await backend.as("member", { name: "Grace Hopper" });
  const add = (title: string) =>
    grace.call("POST", "/api/tasks", { title, status: "Done", priority: "Low" });
  await add("Water long ago");
  await add("Feed long ago");
  const status_changed_at = "2020-01-01T00:00:00.000Z";
  await backend.db.updateTable("tasks").set({ status_changed_at }).execute();
  await add("Water today");
  await add("Feed today");
  await renderApp({ path: "/kanban?search=water", as: "member", backend });
  await screen.findByRole("link", { name: "Water today" });
  expect(titles("Done")).toEqual(["Water today"]);
  expect(within(column("Done")).getByRole("button", { name: "Show 1 older" })).toBeVisible();
});

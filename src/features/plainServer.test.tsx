import { expect, test } from "@jest/globals";
import { screen } from "@testing-library/react";
import { openBackend, renderApp } from "#testing/renderApp.tsx";
import { createTask, createTeam } from "#testing/screens/create.ts";

test("a server that implements only the specification gets no other calls, and the screens show nothing beyond it", async () => {
  const backend = await openBackend();
  const grace = await backend.as("admin", { name: "Grace Hopper" });
  const team = await createTeam(grace, "Harbour");
  await createTask(grace, "Paint the boat", { team_id: team.id });
  backend.isPlain = true;

  const path = `/tasks?team=${team.id}`;
  const { user } = await renderApp({ path, as: "admin", backend });
  await screen.findByRole("heading", { name: "Paint the boat" });
  expect(screen.getByText("One team")).toBeInTheDocument();
  expect(screen.queryByRole("link", { name: /^Team / })).not.toBeInTheDocument();
  expect(screen.queryByRole("checkbox")).not.toBeInTheDocument();
  await user.click(screen.getByRole("link", { name: "Users" }));
  expect(await screen.findByRole("table")).toBeVisible();
  expect(screen.queryByRole("link", { name: "Webhooks" })).toBeNull();
  await user.click(screen.getByRole("link", { name: "Profile" }));
  await screen.findByRole("heading", { name: "Update Profile Information" });
  expect(screen.queryByRole("region", { name: "API Tokens" })).not.toBeInTheDocument();
  expect(screen.queryByRole("button", { name: /^Inbox/ })).toBeNull();
  // The screens load their lists each time they open, because no live updates arrive.
  await backend.as("member", { name: "Max Smith", email: "max@example.com" });
  await user.click(screen.getByRole("link", { name: "Users" }));
  expect(await screen.findByRole("row", { name: /Max Smith/ })).toBeVisible();
  await user.click(screen.getByRole("link", { name: "Teams" }));
  await screen.findByRole("heading", { name: "Harbour" });
  await user.click(screen.getByRole("link", { name: "Users" }));
  await createTeam(grace, "Yard");
  await user.click(screen.getByRole("link", { name: "Teams" }));
  expect(await screen.findByRole("heading", { name: "Yard" })).toBeVisible();
  for (const call of ["teams/names", "webhooks", "tokens", "inbox"] as const) {
    expect(backend.callsOf(`GET /api/${call}`)).toEqual([]);
  }
});

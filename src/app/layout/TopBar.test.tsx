import { expect, it } from "@jest/globals";
import { screen, within } from "@testing-library/react";
import { renderApp } from "#testing/renderApp.tsx";

// In jsdom a page's header is a banner too; the top bar comes first.
const bar = () => within(screen.getAllByRole("banner")[0] ?? document.body);

it("shows brand, initials, name and role of the user, and links to the profile", async () => {
  const { user } = await renderApp({ path: "/users/none", as: "admin" });
  await screen.findByRole("heading", { name: "Dashboard" });
  expect(bar().getByText("Taskdeck")).toBeVisible();
  const person = bar().getByRole("link", { name: /Ada Lovelace/ });
  expect(within(person).getByText("AL")).toBeVisible();
  expect(within(person).getByText("Admin")).toBeVisible();
  expect(bar().getByRole("button", { name: "Logout" })).toBeVisible();
  await user.click(person);
  expect(await screen.findByRole("heading", { name: "My Profile" })).toBeVisible();
  expect(window.location.pathname).toBe("/profile");
});

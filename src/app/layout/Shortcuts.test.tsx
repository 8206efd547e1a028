import { expect, test } from "@jest/globals";
import { screen } from "@testing-library/react";
import { renderApp } from "#testing/renderApp.tsx";

test("n opens a new task on any screen, and types no n", async () => {
  const { user } = await renderApp({ path: "/profile", as: "member" });
  await screen.findByRole("heading", { name: "My Profile" });
  await user.keyboard("n");
  expect(await screen.findByRole("dialog", { name: "Create New Task" })).toBeVisible();
  expect(screen.getByLabelText("Title")).toHaveValue("");
});

test("? lists the shortcuts, and Escape closes the list", async () => {
  const { user } = await renderApp({ path: "/profile", as: "member" });
  await screen.findByRole("heading", { name: "My Profile" });
  await user.keyboard("?");
  expect(screen.getByRole("dialog", { name: "Keyboard shortcuts" })).toHaveTextContent("New task");
  await user.keyboard("{Escape}");
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("/ focuses the search of a list", async () => {
  const { user } = await renderApp({ path: "/profile", as: "admin" });
  await screen.findByRole("heading", { name: "My Profile" });
  await user.keyboard("/");
  expect(document.activeElement).not.toHaveAttribute("type", "search");
  await user.click(screen.getByRole("link", { name: "Users" }));
  const search = await screen.findByRole("searchbox");
  await user.keyboard("/");
  expect(search).toHaveFocus();
});

test("shortcuts do nothing while the user types", async () => {
  const { user } = await renderApp({ path: "/profile", as: "member" });
  const name = await screen.findByLabelText("Full Name");
  await user.type(name, "n/?");
  expect(name).toHaveValue("Ada Lovelacen/?");
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("g and a letter lead to a screen; members have no keys for the admins' screens", async () => {
  const { user } = await renderApp({ path: "/profile", as: "member" });
  await screen.findByRole("heading", { name: "My Profile" });
  await user.keyboard("gu");
  expect(screen.getByRole("heading", { level: 1, name: "My Profile" })).toBeVisible();
  await user.keyboard("gb");
  expect(await screen.findByRole("heading", { name: "Kanban Board" })).toBeVisible();
});

test("g and a letter lead an admin to the users", async () => {
  const { user } = await renderApp({ path: "/profile", as: "admin" });
  await screen.findByRole("heading", { name: "My Profile" });
  await user.keyboard("gu");
  expect(await screen.findByRole("heading", { name: "User Management" })).toBeVisible();
});

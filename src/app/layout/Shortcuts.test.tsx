import { expect, test } from "@jest/globals";
import { act, screen, within } from "@testing-library/react";
import { toast } from "react-hot-toast/headless";
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
  const list = await screen.findByRole("dialog", { name: "Keyboard shortcuts" });
  expect(list).toHaveTextContent("New task");
  // A dialog's text takes the focus by itself when it scrolls.
  expect(list.querySelector("[tabindex='0']")).toBeNull();
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

test("g r goes to the message on screen, and then lists the last ten", async () => {
  const { user } = await renderApp({ path: "/profile", as: "member" });
  await screen.findByRole("heading", { name: "My Profile" });
  for (let index = 1; index <= 12; index += 1) act(() => void toast.error(`Message ${index}`));
  const newest = (await screen.findByText("Message 12")).closest<HTMLElement>("[data-toast]");
  await user.keyboard("gr");
  expect(newest).toContainElement(document.activeElement as HTMLElement);
  await user.keyboard("gr");
  const list = await screen.findByRole("dialog", { name: "Recent notifications" });
  const items = within(list).getAllByRole("listitem");
  expect(items).toHaveLength(10);
  expect(items[0]).toHaveTextContent("Error: Message 12");
  expect(items[9]).toHaveTextContent("Error: Message 3");
  await user.keyboard("{Escape}");
  expect(screen.queryByRole("dialog")).toBeNull();
  act(() => toast.removeAll());
});

test("the side menu lists the recent notifications, also while a message is on screen", async () => {
  const { user } = await renderApp({ path: "/profile", as: "member" });
  await screen.findByRole("heading", { name: "My Profile" });
  act(() => void toast.error("Message 1"));
  await screen.findByText("Message 1");
  const opener = screen.getByRole("button", { name: "Recent notifications" });
  await user.click(opener);
  const list = await screen.findByRole("dialog", { name: "Recent notifications" });
  expect(within(list).getByRole("listitem")).toHaveTextContent("Error: Message 1");
  await user.keyboard("{Escape}");
  expect(opener).toHaveFocus();
  act(() => toast.removeAll());
});

test("Ctrl+Enter saves the form in a dialog, from any of its fields", async () => {
  const { user } = await renderApp({ path: "/dashboard", as: "member" });
  await screen.findByRole("heading", { name: "Dashboard" });
  await user.keyboard("n");
  const form = within(await screen.findByRole("dialog", { name: "Create New Task" }));
  await user.type(form.getByLabelText("Title"), "Brew tea");
  form.getByLabelText("Priority").focus();
  await user.keyboard("{Control>}{Enter}{/Control}");
  expect(await screen.findByText("Task created successfully! ✅")).toBeInTheDocument();
});

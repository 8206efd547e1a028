import { expect, test } from "@jest/globals";
import { act, cleanup, screen, waitFor, within } from "@testing-library/react";
import { toast } from "react-hot-toast/headless";
import { openBackend, type RenderOptions, renderApp } from "#testing/renderApp.tsx";

async function openProfile(as: RenderOptions["as"] = "member") {
  const { user } = await renderApp({ path: "/profile", as });
  await screen.findByRole("heading", { name: "My Profile" });
  return user;
}

test("? lists the shortcuts, n opens a new task that Ctrl+Enter saves, and g and a letter lead members to screens, but not to those of admins", async () => {
  const user = await openProfile();
  await user.keyboard("?");
  const list = await screen.findByRole("dialog", { name: "Keyboard shortcuts" });
  await waitFor(() => expect(list).toHaveTextContent("New task"));
  // A dialog's text takes the focus by itself when it scrolls.
  expect(list.querySelector("[tabindex='0']")).toBeNull();
  await user.keyboard("{Escape}");
  expect(screen.queryByRole("dialog")).toBeNull();

  await user.keyboard("n");
  const form = within(await screen.findByRole("dialog", { name: "Create New Task" }));
  expect(form.getByLabelText("Title")).toHaveValue("");
  await user.type(form.getByLabelText("Title"), "Brew tea");
  form.getByLabelText("Priority").focus();
  await user.keyboard("{Control>}{Enter}{/Control}");
  expect(await screen.findByText("Task created successfully! ✅")).toBeInTheDocument();
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());

  await user.keyboard("gu");
  expect(screen.getByRole("heading", { level: 1, name: "My Profile" })).toBeVisible();
  await user.keyboard("gb");
  expect(await screen.findByRole("heading", { name: "Kanban Board" })).toBeVisible();
});

test("what is typed after n goes into the title, one Escape takes a single word back, and a question comes before more is discarded", async () => {
  const user = await openProfile();
  await user.keyboard("notes");
  const title = within(
    await screen.findByRole("dialog", { name: "Create New Task" }),
  ).getByLabelText("Title");
  await waitFor(() => expect(title).toHaveValue("otes"));
  await user.keyboard("{Escape}");
  expect(screen.queryByRole("dialog")).toBeNull();
  await user.keyboard("n");
  expect(await screen.findByLabelText("Title")).toHaveValue("");
  await user.keyboard("Two words{Escape}");
  expect(await screen.findByRole("alertdialog", { name: "Discard changes?" })).toBeVisible();
});

test("g u leads an admin to the users, and / focuses the search of a list", async () => {
  const user = await openProfile("admin");
  await user.keyboard("/");
  expect(document.activeElement).not.toHaveAttribute("type", "search");
  await user.keyboard("gu");
  expect(await screen.findByRole("heading", { name: "User Management" })).toBeVisible();
  const search = await screen.findByRole("searchbox");
  await user.keyboard("/");
  expect(search).toHaveFocus();
});

test("g r goes to the message on screen, and then lists the last ten in the last tab of the inbox, without one in a dialog", async () => {
  const user = await openProfile();
  await screen.findByRole("button", { name: "Inbox" });
  for (let index = 1; index <= 12; index += 1) act(() => void toast.error(`Message ${index}`));
  const newest = (await screen.findByText("Message 12")).closest<HTMLElement>("[data-toast]");
  await user.keyboard("gr");
  expect(newest).toContainElement(document.activeElement as HTMLElement);
  await user.keyboard("gr");
  const list = await screen.findByRole("tabpanel", { name: "Messages" });
  const items = within(list).getAllByRole("listitem");
  expect(items).toHaveLength(10);
  expect(items[0]).toHaveTextContent("Error: Message 12");
  expect(items[9]).toHaveTextContent("Error: Message 3");
  await user.click(screen.getByRole("tab", { name: "Messages" }));
  await user.keyboard("{ArrowLeft}");
  expect(screen.getByRole("tab", { name: "Inbox", selected: true })).toHaveFocus();
  expect(screen.getByRole("button", { name: "Mark all as read" })).toBeVisible();
  await user.keyboard("{Escape}");
  expect(screen.queryByRole("dialog")).toBeNull();
  act(() => toast.removeAll());
  cleanup();

  const backend = await openBackend();
  backend.isPlain = true;
  await renderApp({ path: "/profile", as: "member", backend });
  await screen.findByRole("heading", { name: "My Profile" });
  await user.keyboard("gr");
  expect(await screen.findByRole("dialog", { name: "Messages" })).toBeVisible();
});

import { expect, test } from "@jest/globals";
import { screen, waitFor, within } from "@testing-library/react";
import { openBackend, renderApp } from "#testing/renderApp.tsx";
import { addTasks } from "#testing/screens/taskList.tsx";

async function openPalette(path: string) {
  const backend = await openBackend();
  const session = await backend.register({ role: "admin" });
  await addTasks(backend, { title: "Order the paper" }, { title: "Sweep the yard" });
  const { user } = await renderApp({ path, as: session, backend });
  await screen.findByRole("heading", { level: 1 });
  await user.keyboard("{Control>}k{/Control}");
  const field = await screen.findByRole("combobox", { name: /^Search tasks/ });
  await waitFor(() => expect(field).toHaveFocus());
  return { user, field, backend };
}

const options = () => screen.queryAllByRole("option").map(({ textContent }) => textContent);

test("the palette lists the commands with their keys, runs one, goes round by arrow keys, and finds screens by their letters and people with their tasks", async () => {
  const { user, field } = await openPalette("/profile");
  const all = screen.getAllByRole("option");
  await user.keyboard("{ArrowUp}");
  expect(field).toHaveAttribute("aria-activedescendant", all.at(-1)?.id);
  await user.keyboard("{ArrowDown}");
  expect(field).toHaveAttribute("aria-activedescendant", all[0]?.id);
  expect(all[0]).toHaveAttribute("aria-selected", "true");
  expect(screen.getByRole("option", { name: /New task/ })).toHaveTextContent("n");
  expect(screen.queryByRole("option", { name: /card/i })).toBeNull();
  await user.keyboard("new t{Enter}");
  expect(await screen.findByRole("dialog", { name: "Create New Task" })).toBeVisible();
  expect(screen.queryByRole("dialog", { name: "Command palette" })).toBeNull();
  await user.keyboard("{Escape}{Control>}k{/Control}");
  await screen.findByRole("combobox", { name: /^Search tasks/ });
  await user.keyboard("dashb{Enter}");
  expect(await screen.findByRole("heading", { level: 1, name: "Dashboard" })).toBeVisible();
  await user.keyboard("{Control>}k{/Control}");
  await screen.findByRole("combobox", { name: /^Search tasks/ });
  await user.keyboard("lovelace");
  const people = await screen.findByRole("group", { name: "People" });
  await user.click(within(people).getAllByRole("option")[0] as HTMLElement);
  expect(await screen.findByRole("heading", { name: "All Tasks" })).toBeVisible();
  expect(window.location.search).toMatch(/^\?assignee=/);
});

test("people whose name begins so come before tasks with the letters inside a word, a wrong letter still finds, and a task says which comment matches", async () => {
  const backend = await openBackend();
  const session = await backend.register({ role: "admin" });
  const ada = await backend.as("member", { name: "Ada Kalmar" });
  const [task] = await addTasks(backend, { title: "Buy chalkboards" }, { title: "Visit Ulm" });
  const comment = "The parcel went to Uppsala";
  await ada.call("POST", `/api/tasks/${task?.id}/comments`, { comment });
  const { user } = await renderApp({ path: "/kanban", as: session, backend });
  await screen.findByText("Visit Ulm");
  const search = async (text: string) => {
    await user.keyboard("{Control>}k{/Control}");
    await screen.findByRole("combobox", { name: /^Search tasks/ });
    await user.keyboard(text);
  };
  const groups = () => screen.queryAllByRole("group").map((group) => group.textContent);
  await search("alk");
  await waitFor(() => expect(groups()).toEqual([expect.stringMatching(/^Tasks.*chalkboards/)]));
  await user.keyboard("{Escape}");
  await search("kal");
  await waitFor(() => expect(groups()[0]).toMatch(/^PeopleAda Kalmar/));
  await user.keyboard("mer");
  await waitFor(() => expect(groups()).toEqual([expect.stringMatching(/^PeopleAda Kalmar/)]));
  await user.keyboard("{Escape}");
  await search("uppsala");
  expect(await screen.findByRole("option", { name: /Buy chalkboards/ })).toHaveTextContent(comment);
});

test("the palette has a line for each button of the screen and of admins' screens, opens a task over the screen, and lists it first the next time", async () => {
  const { user } = await openPalette("/profile");
  expect(screen.getByRole("option", { name: /Log out/ })).toBeVisible();
  await user.keyboard("dark{Enter}");
  expect(document.documentElement.dataset["theme"]).toBe("dark");
  await user.keyboard("{Control>}k{/Control}");
  await screen.findByRole("combobox", { name: /^Search tasks/ });
  await user.keyboard("invite{Enter}");
  expect(await screen.findByRole("dialog", { name: "Invite people" })).toBeVisible();
  await user.keyboard("{Escape}{Control>}k{/Control}");
  await screen.findByRole("combobox", { name: /^Search tasks/ });
  expect(screen.getByRole("option", { name: /^Invite people/ })).toHaveTextContent(
    "On this screen",
  );
  await user.keyboard("yard");
  await user.click(await screen.findByRole("option", { name: /Sweep the yard/ }));
  const panel = await screen.findByRole("dialog", { name: "Task" });
  expect(await within(panel).findByRole("heading", { name: "Sweep the yard" })).toHaveFocus();
  expect(screen.getByText("User Management")).toBeInTheDocument();
  await user.keyboard("{Control>}k{/Control}");
  await screen.findByRole("combobox", { name: /^Search tasks/ });
  expect(screen.getByRole("option", { name: /Copy the link/ })).toBeVisible();
  expect(screen.getByRole("option", { name: /Edit Task/ })).toBeVisible();
  await user.keyboard("{Escape}{Escape}");
  await waitFor(() => expect(window.location.pathname).toBe("/users"));
  await user.keyboard("{Control>}k{/Control}");
  await screen.findByRole("combobox", { name: /^Search tasks/ });
  expect(options()[0]).toBe("Sweep the yard");
});

test("the palette finds loaded tasks without the server", async () => {
  const { user, backend } = await openPalette("/kanban");
  await screen.findByText("Order the paper");
  backend.network = "down";
  await user.keyboard("ordpaper");
  await waitFor(() => expect(options()).toEqual(["Order the paperTo Do"]));
});

test("the palette finds tasks on the server, offers none of the text before, says if the server could not be searched, and opens a task", async () => {
  const { user, backend } = await openPalette("/profile");
  await user.keyboard("yard");
  const tasks = () => screen.findByRole("group", { name: "Tasks" });
  expect(within(await tasks()).getByRole("option")).toHaveTextContent("Sweep the yardTo Do");
  const held = backend.delay("GET /api/tasks/search", 1);
  await user.keyboard(" order");
  expect(await screen.findByText("Searching…")).toBeVisible();
  expect(options()).toEqual([]);
  held.release();
  expect(await screen.findByText("Nothing matches “yard order”.")).toBeVisible();
  backend.network = "down";
  await user.keyboard("s");
  expect(await screen.findByText("Nothing loaded matches “yard orders”.")).toBeVisible();
  expect(
    screen.getByText("The server could not be searched. Check your connection, then try again."),
  ).toBeVisible();
  await user.keyboard("{Escape}");
  expect(screen.queryByRole("dialog")).toBeNull();
  backend.network = "up";
  await user.keyboard("{Control>}k{/Control}");
  await screen.findByRole("combobox", { name: /^Search tasks/ });
  await user.keyboard("yard");
  await user.click(within(await tasks()).getByRole("option"));
  await waitFor(() =>
    expect(screen.getByRole("heading", { name: "Sweep the yard" })).toBeVisible(),
  );
});

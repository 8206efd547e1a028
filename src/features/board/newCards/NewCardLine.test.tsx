import { beforeEach, expect, test } from "@jest/globals";
import { screen, waitFor, within } from "@testing-library/react";
import { addDays } from "#contract/calendar.ts";
import type { SessionResponse } from "#contract/shapes/session.ts";
import { formatDay, today } from "#lib/dates/day.ts";
import type { Backend } from "#testing/backend.ts";
import { openBackend, renderApp } from "#testing/renderApp.tsx";
import { titles } from "#testing/screens/boardScreen.ts";

const CREATE = "POST /api/tasks";

let backend: Backend;
let session: SessionResponse;

beforeEach(async () => {
  backend = await openBackend();
  session = await backend.register({ role: "member" });
});

async function openLine() {
  const { user } = await renderApp({ path: "/kanban", as: session, backend });
  await user.click(await screen.findByRole("button", { name: "Add a task to To Do" }));
  const line = await screen.findByRole("textbox", { name: "Title of a new task in To Do" });
  await screen.findByRole("button", { name: "Add task" });
  return { user, line };
}

const created = () =>
  waitFor(() => {
    const body = backend.callsOf(CREATE).at(-1)?.body;
    expect(body).toBeDefined();
    return body;
  });

test("the line reads a person, a day and a priority, and shows them before Enter; the first Escape makes it plain text, the second one closes it", async () => {
  const sofia = await backend.as("member", { name: "Sofia Rossi" });
  const { user, line } = await openLine();
  await user.type(line, "Mow the lawn @sofia tomorrow !high");
  const tomorrow = addDays(today(), 1);
  await waitFor(() => expect(line).toHaveAccessibleDescription(/Assignee Sofia Rossi/));
  expect(line).toHaveAccessibleDescription(new RegExp(`Due ${formatDay(tomorrow)}.*High`));
  await user.keyboard("{Enter}");
  expect(await created()).toEqual({
    title: "Mow the lawn",
    description: "",
    status: "Todo",
    priority: "High",
    assignee_id: sofia.user.id,
    due_date: tomorrow,
  });
  expect(line).toHaveValue("");

  await user.type(line, "Read the news of today");
  expect(line).toHaveAccessibleDescription(/Due/);
  await user.keyboard("{Escape}");
  expect(line).toHaveAccessibleDescription("");
  await user.keyboard("{Enter}");
  await waitFor(() => expect(backend.callsOf(CREATE)).toHaveLength(2));
  expect(await created()).toMatchObject({
    title: "Read the news of today",
    assignee_id: session.user.id,
  });
  await user.type(line, "Mow tomorrow");
  expect(line).toHaveAccessibleDescription(/Due/);
  await user.keyboard("{Escape}{Escape}");
  expect(line).not.toBeInTheDocument();
  expect(backend.callsOf(CREATE)).toHaveLength(2);
});

test("namesakes are offered with their addresses", async () => {
  const [, second] = [
    await backend.as("member", { name: "Kim Lee", email: "kim@north.example" }),
    await backend.as("member", { name: "Kim Lee", email: "kim@south.example" }),
  ];
  const { user, line } = await openLine();
  await user.type(line, "Mow @kim");
  await user.click(await screen.findByRole("button", { name: "Kim Lee (kim@south.example)" }));
  expect(line).toHaveValue("Mow @kim@south.example");
  await waitFor(() => expect(line).toHaveFocus());
  await user.keyboard("{Enter}");
  expect(await created()).toMatchObject({ title: "Mow", assignee_id: second?.user.id });
});

test("pasted lines are offered as a task each; one that can't be a title stays", async () => {
  const { user, line } = await openLine();
  await user.click(line);
  await user.paste("- [ ] Mow the lawn !high\n\n- ab\n- Bake bread");
  expect(line).toHaveValue("Mow the lawn !high ab Bake bread");
  expect(line).toHaveAccessibleDescription("3 lines pasted");
  await user.click(screen.getByRole("button", { name: "Create 3 tasks" }));
  // The board's cards take the place of the new ones.
  for (const name of ["Bake bread", "Mow the lawn"])
    await waitFor(() => expect(screen.getByRole("link", { name })).toBeVisible());
  expect(line).toHaveValue("ab");
  expect(await screen.findByText("Title must be at least 3 characters")).toBeVisible();
  await user.keyboard("{Escape}");
  expect(screen.queryByText("1 line pasted")).toBeNull();
  expect(line).toHaveValue("ab");
});

test("the full form takes over what the line says, and creates one task after another, each with the values of the one before", async () => {
  const { user, line } = await openLine();
  await user.type(line, "Water the plants tomorrow !high");
  await user.click(screen.getByRole("button", { name: "Open the full form" }));
  const form = within(await screen.findByRole("dialog", { name: "Create New Task" }));
  const title = form.getByLabelText("Title");
  expect(title).toHaveValue("Water the plants tomorrow !high");
  expect(form.getByLabelText("Due Date")).toHaveValue(addDays(today(), 1));
  expect(form.getByLabelText("Priority")).toHaveValue("High");
  await user.click(form.getByLabelText("Create another"));
  const create = form.getByRole("button", { name: "Create Task" });
  await user.click(create);
  await waitFor(() => expect(title).toHaveValue(""));
  expect(title).toHaveFocus();
  await user.type(title, "Bake bread");
  await user.click(create);
  await waitFor(() => expect(backend.callsOf(CREATE)).toHaveLength(2));
  expect(await created()).toMatchObject({ title: "Bake bread", priority: "High", status: "Todo" });
  await waitFor(() => expect(title).toHaveValue(""));
  await user.keyboard("{Escape}");
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(titles("To Do").sort()).toEqual(["Bake bread", "Water the plants"]);
});

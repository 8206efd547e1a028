import { expect, test } from "@jest/globals";
import { screen, waitFor, within } from "@testing-library/react";
import { addDays } from "#contract/calendar.ts";
import { today } from "#lib/dates/day.ts";
import { openBackend, renderApp } from "#testing/renderApp.tsx";

const CREATE = "POST /api/tasks";

async function openForm() {
  const backend = await openBackend();
  const tom = await backend.as("member", { name: "Tom Stone" });
  const sofia = await backend.as("member", { name: "Sofia Rossi" });
  const session = await backend.register({ role: "member" });
  const { user } = await renderApp({ path: "/tasks", as: session, backend });
  await user.click(await screen.findByRole("button", { name: "+ Add Task" }));
  const form = within(await screen.findByRole("dialog", { name: "Create New Task" }));
  const title = form.getByLabelText("Title");
  const field = (label: string) => form.getByLabelText(label, { selector: "input, select" });
  await waitFor(() => expect(field("Assignee")).toHaveTextContent("Tom Stone"));
  const body = () => backend.callsOf(CREATE).at(-1)?.body;
  return { user, backend, form, title, field, body, me: session.user, tom, sofia };
}

test("the title says assignee, day and priority, which the fields show; Escape takes that back, and keeps the form open", async () => {
  const { user, form, title, field, body, me, tom } = await openForm();
  await user.type(title, "Call the bank @tom tomorrow !high");
  expect(field("Assignee")).toHaveValue(tom.user.id);
  expect(field("Due Date")).toHaveValue(addDays(today(), 1));
  expect(field("Priority")).toHaveValue("High");
  expect(title).toHaveAccessibleDescription(/Assignee Tom Stone.*High/);
  await user.keyboard("{Escape}");
  expect(field("Assignee")).toHaveValue(me.id);
  expect(field("Due Date")).toHaveValue("");
  expect(field("Priority")).toHaveValue("Medium");
  await user.clear(title);
  await user.type(title, "Call the bank @tom tomorrow !high{Enter}");
  await waitFor(() =>
    expect(body()).toMatchObject({
      title: "Call the bank",
      assignee_id: tom.user.id,
      due_date: addDays(today(), 1),
      priority: "High",
    }),
  );
  await waitFor(() => expect(form.queryByLabelText("Title")).toBeNull());
});

test("a value chosen in a field counts more than the title, whose marks move to the fields", async () => {
  const { user, form, title, field, body, sofia } = await openForm();
  await user.type(title, "Call the bank @tom !high");
  await user.selectOptions(field("Assignee"), sofia.user.id);
  expect(title).toHaveValue("Call the bank");
  expect(field("Priority")).toHaveValue("High");
  // What is left of the title is checked.
  await user.clear(title);
  await user.type(title, "ab !low{Enter}");
  expect(await form.findByText("Title must be at least 3 characters")).toBeVisible();
  await user.clear(title);
  await user.type(title, "Call again{Enter}");
  await waitFor(() =>
    expect(body()).toMatchObject({
      title: "Call again",
      assignee_id: sofia.user.id,
      priority: "High",
    }),
  );
});

test("pasted lines become a task each, with the values of the other fields unless the line says otherwise; 50 at most", async () => {
  const { user, backend, form, title, field, me, tom } = await openForm();
  await user.selectOptions(field("Priority"), "Low");
  await user.click(title);
  await user.paste("* Call the bank @tom\n* Bake bread");
  expect(title).toHaveAccessibleDescription("2 lines pasted");
  await user.click(form.getByRole("button", { name: /^Keep as one task/ }));
  expect(form.getByRole("button", { name: "Create Task" })).toBeVisible();
  expect(title).toHaveFocus();
  await user.clear(title);
  await user.paste("* Call the bank @tom\n* Bake bread");
  await user.click(form.getByRole("button", { name: "Create 2 tasks" }));
  expect(await screen.findByText("2 tasks added")).toBeVisible();
  expect(screen.queryByRole("dialog")).toBeNull();
  await waitFor(() => expect(backend.callsOf(CREATE)).toHaveLength(2));
  expect(backend.callsOf(CREATE).map(({ body }) => body)).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ title: "Bake bread", priority: "Low", assignee_id: me.id }),
      expect.objectContaining({
        title: "Call the bank",
        priority: "Low",
        assignee_id: tom.user.id,
      }),
    ]),
  );
  expect(await screen.findByRole("link", { name: "Bake bread" })).toBeVisible();

  await user.click(screen.getByRole("button", { name: "+ Add Task" }));
  const again = within(await screen.findByRole("dialog"));
  expect(again.getByLabelText("Title")).toHaveValue("");
  await user.click(again.getByLabelText("Title"));
  await user.paste(Array.from({ length: 60 }, (_, index) => `Task ${index}`).join("\n"));
  expect(again.getByLabelText("Title")).toHaveAccessibleDescription(
    "60 lines pasted, the first 50 can become tasks",
  );
  expect(again.getByRole("button", { name: "Create 50 tasks" })).toBeVisible();
});

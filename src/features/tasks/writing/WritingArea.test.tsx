import { expect, test } from "@jest/globals";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { openBackend, renderApp } from "#testing/renderApp.tsx";
import { createTask } from "#testing/screens/create.ts";

/** The description's field in the form of a new task, with its code. */
async function openDescription() {
  const backend = await openBackend();
  await backend.as("member", { name: "Tom Stone" });
  const { user } = await renderApp({ path: "/tasks", as: "member", backend });
  await user.click(await screen.findByRole("button", { name: "+ Add Task" }));
  const form = within(await screen.findByRole("dialog"));
  const field = form.getByLabelText<HTMLTextAreaElement>("Description");
  await user.click(field);
  await user.type(field, "@tom");
  await screen.findByRole("listbox", { name: "People to mention" });
  return { user, form, field };
}

const paste = (field: Element, texts: Record<string, string>) =>
  fireEvent.paste(field, { clipboardData: { getData: (type: string) => texts[type] ?? "" } });

test("a description offers people, goes on with lists, indents them, and marks by keys; Escape, then Tab leaves a list", async () => {
  const { user, form, field } = await openDescription();
  expect(field).toHaveAccessibleDescription(/In a list Tab indents; Esc, then Tab leaves/);
  await user.keyboard("{Enter}");
  expect(field).toHaveValue("@Tom Stone ");
  await user.clear(field);
  await user.keyboard("- [[ ] tent{Enter}pegs{Tab}{Enter}{Enter}map");
  expect(field).toHaveValue("- [ ] tent\n  - [ ] pegs\n- [ ] map");
  await user.keyboard("{Escape}");
  expect(screen.queryByRole("alertdialog")).toBeNull();
  expect(await screen.findByText("Tab leaves the field")).toBeInTheDocument();
  await user.keyboard("{Tab}");
  expect(form.getByLabelText("Status")).toHaveFocus();
  // At the first level Shift+Tab leads out.
  await user.keyboard("{Shift>}{Tab}{/Shift}");
  expect(field).toHaveFocus();
  await user.keyboard("{Shift>}{Tab}{/Shift}");
  expect(field).not.toHaveFocus();

  await user.clear(field);
  await user.keyboard("bold");
  field.setSelectionRange(0, 4);
  await user.keyboard("{Control>}b{/Control}");
  expect(field).toHaveValue("**bold**");
  await user.keyboard("{Control>}bi{/Control}");
  expect(field).toHaveValue("_bold_");
  // Outside of a list Tab leaves at once.
  await user.keyboard("{Tab}");
  expect(field).not.toHaveFocus();
});

test("in a comment a pasted address becomes a link, cells a table, and a page Markdown", async () => {
  const backend = await openBackend();
  const grace = await backend.as("member", { name: "Grace Hopper" });
  const { id } = await createTask(grace, "Feed the cat");
  const { user } = await renderApp({ path: `/tasks/${id}`, as: "member", backend });
  const field = await screen.findByLabelText<HTMLTextAreaElement>("Add a comment");
  await user.click(field);
  await user.type(field, "@");
  await screen.findByRole("listbox");
  await user.clear(field);
  await user.keyboard("the page");
  field.setSelectionRange(4, 8);
  paste(field, { "text/plain": "https://example.com" });
  expect(field).toHaveValue("the [page](https://example.com)");
  paste(field, { "text/plain": "Name\tHours\nAda\t2\n", "text/html": "<table>…</table>" });
  expect(field).toHaveValue(
    "the [page](https://example.com)\n\n| Name | Hours |\n| --- | --- |\n| Ada | 2 |\n",
  );
  await user.clear(field);
  paste(field, { "text/plain": "x", "text/html": "<ul><li>tent</li><li><b>map</b></li></ul>" });
  await waitFor(() => expect(field).toHaveValue("- tent\n- **map**\n"));
  // In a block of code everything stays as it is: the browser pastes the text.
  await user.clear(field);
  await user.keyboard("```{Enter}");
  expect(paste(field, { "text/html": "<b>x</b>", "text/plain": "x" })).toBe(true);
  expect(field).toHaveValue("```\n");
});

import { beforeEach, expect, test } from "@jest/globals";
import { screen, waitFor, within } from "@testing-library/react";
import type { LabelResponse, LabelsResponse } from "#contract/shapes/label.ts";
import type { SessionResponse } from "#contract/shapes/session.ts";
import type { TestUser } from "#server/testing/server.ts";
import type { Backend } from "#testing/backend.ts";
import { openBackend, renderApp } from "#testing/renderApp.tsx";
import { createTask } from "#testing/screens/create.ts";

let backend: Backend;
let grace: TestUser;

beforeEach(async () => {
  backend = await openBackend();
  grace = await backend.as("admin");
});

/** Creates labels. The first `tasks` have all of them. */
async function addLabels(tasks: number, ...names: string[]) {
  const ids: string[] = [];
  for (const name of names) {
    const { body } = await grace.call("POST", "/api/labels", { name });
    ids.push((body as LabelResponse).label.id);
  }
  for (let at = 0; at < tasks; at++) await createTask(grace, `Task ${at}`, { labels: ids });
}

async function saved() {
  const { labels } = (await grace.call("GET", "/api/labels?counts=true")).body as LabelsResponse;
  return labels.map(({ name, color, tasks }) => `${name} ${color} ${tasks}`);
}

async function open(session?: SessionResponse) {
  const as = session ?? (await backend.register({ role: "admin" }));
  return { as, ...(await renderApp({ path: "/labels", as, backend })) };
}
const dialog = async (name: string) => within(await screen.findByRole("dialog", { name }));

test("an admin creates, renames and recolours labels; a taken name is said at its field; the palette finds them", async () => {
  await addLabels(2, "Bug");
  const { user } = await open();
  expect(await screen.findByRole("link", { name: "2 tasks" })).toBeVisible();
  await user.click(screen.getByRole("button", { name: "+ New label" }));
  const form = await dialog("New label");
  await user.type(form.getByRole("textbox", { name: "Name" }), "bug");
  await user.click(form.getByRole("button", { name: "Create label" }));
  expect(await form.findByText("There is a label “Bug”")).toBeVisible();
  await user.type(form.getByRole("textbox", { name: "Name" }), " fix");
  await user.click(form.getByRole("radio", { name: "green" }));
  await user.click(form.getByRole("button", { name: "Create label" }));
  await user.click(await screen.findByRole("button", { name: "Edit Bug" }));
  const edit = await dialog("Edit label");
  await user.clear(edit.getByRole("textbox", { name: "Name" }));
  await user.type(edit.getByRole("textbox", { name: "Name" }), "Defect");
  await user.click(edit.getByRole("radio", { name: "red" }));
  await user.click(edit.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(screen.getByRole("button", { name: "Edit Defect" })).toHaveFocus());
  expect(await saved()).toEqual(["bug fix green 0", "Defect red 2"]);
  await user.keyboard("{Control>}k{/Control}");
  await screen.findByRole("combobox", { name: /^Search tasks/ });
  await user.keyboard("defect");
  const found = within(await screen.findByRole("group", { name: "Labels" }));
  await user.click(found.getByRole("option", { name: /^Defect/ }));
  expect(await screen.findByRole("button", { name: "Remove filter: Label Defect" })).toBeVisible();
});

test("deleting and merging ask with the number of tasks, and are undone by the toast or later", async () => {
  await addLabels(2, "Bug", "Defect");
  const { user } = await open();
  await user.click(await screen.findByRole("button", { name: "Delete Bug" }));
  const question = within(await screen.findByRole("alertdialog", { name: "Delete “Bug”?" }));
  expect(question.getByText(/^2 tasks will lose it/)).toBeVisible();
  await user.click(question.getByRole("button", { name: "Delete" }));
  await user.click(await screen.findByRole("button", { name: "Undo" }));
  await user.click(await screen.findByRole("button", { name: "Merge Bug into another label" }));
  await user.click(await screen.findByRole("option", { name: "Defect" }));
  await user.click(await screen.findByRole("button", { name: "Merge" }));
  await waitFor(async () => expect(await saved()).toEqual(["Defect gray 2"]));
  expect(await screen.findByText("Merged into", { exact: false })).toHaveTextContent("Defect");
  await user.click(screen.getByRole("button", { name: "Restore Bug" }));
  expect(await screen.findByRole("button", { name: "Edit Bug" })).toBeVisible();
  await waitFor(async () => expect(await saved()).toEqual(["Bug gray 2", "Defect gray 2"]));
});

test("of many labels, those show whose names have the typed text; a server without labels says so", async () => {
  await addLabels(0, ...Array.from({ length: 9 }, (_none, at) => `Label ${at}`), "Größe");
  const { user, view, as } = await open();
  await user.type(await screen.findByRole("searchbox", { name: "Find a label" }), "große");
  expect(screen.getAllByRole("button", { name: /^Edit / })).toHaveLength(1);
  expect(screen.getByRole("button", { name: "Edit Größe" })).toBeVisible();
  view.unmount();
  backend.isPlain = true;
  await open(as);
  expect(await screen.findByText("No labels here")).toBeVisible();
});

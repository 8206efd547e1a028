import { afterEach, beforeEach, describe, expect, it, jest, test } from "@jest/globals";
import { screen, waitFor, within } from "@testing-library/react";
import { openBackend, renderApp } from "#testing/renderApp.tsx";
import { addTasks } from "#testing/screens/taskList.tsx";

const CSV = "GET /api/tasks/export.csv";

let saved: Blob[];
let clicked: string[];

beforeEach(() => {
  saved = [];
  clicked = [];
  // jsdom lacks both functions.
  URL.createObjectURL = (file) => `blob:${saved.push(file as Blob)}`;
  URL.revokeObjectURL = () => undefined;
  jest.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function click(
    this: HTMLAnchorElement,
  ) {
    clicked.push(this.download);
  });
});
afterEach(() => void jest.restoreAllMocks());

describe("Export CSV", () => {
  it("saves the tasks of the current filter and order, without the page, and shows the server's reason if it refuses", async () => {
    const backend = await openBackend();
    await addTasks(
      backend,
      { title: "Omega", priority: "High" },
      { title: "Alpha", priority: "High" },
      { title: "Beta", priority: "Low" },
    );
    const path = "/tasks?priority=High&sort=title&page=1";
    const { user } = await renderApp({ path, as: "member", backend });
    await user.click(await screen.findByRole("button", { name: "Export CSV" }));
    expect(await screen.findByText("Export saved")).toBeVisible();
    expect(clicked).toEqual([expect.stringMatching(/^tasks-.*\.csv$/)]);
    const lines = (await saved[0]?.text())?.split("\r\n").slice(1, -1);
    expect(lines?.map((line) => line.split(",")[1])).toEqual(["Alpha", "Omega"]);

    const error = "Your last export is still under way. Please wait for it.";
    backend.fail(CSV, { status: 429, body: { error } });
    await user.click(screen.getByRole("button", { name: "Export CSV" }));
    expect(await screen.findByText(error)).toBeVisible();
    expect(saved).toHaveLength(1);
  });

  it("saves the tasks that the board's filters show", async () => {
    const backend = await openBackend();
    await addTasks(
      backend,
      { title: "Feed the cat", priority: "High" },
      { title: "Feed the dog", priority: "Low" },
    );
    const { user } = await renderApp({ path: "/kanban?priority=High", as: "member", backend });
    await screen.findByRole("link", { name: "Feed the cat" });
    await user.click(await screen.findByRole("button", { name: "Export CSV" }));
    expect(await screen.findByText("Export saved")).toBeVisible();
    const lines = (await saved[0]?.text())?.split("\r\n").slice(1, -1);
    expect(lines?.map((line) => line.split(",")[1])).toEqual(["Feed the cat"]);
  });
});

test("the calendar feed shows a new address once, keeps it out of the store, and keeps the focus", async () => {
  const { user, store } = await renderApp({ path: "/profile", as: "member" });
  const feed = async () => within(await screen.findByRole("region", { name: "Calendar Feed" }));
  const card = await feed();
  await user.click(await card.findByRole("button", { name: "Create address" }));
  const field = await screen.findByLabelText<HTMLInputElement>("Secret address");
  const token = /calendar\/([\w-]{43})\.ics$/.exec(field.value)?.[1] ?? "none";
  await user.click(screen.getByRole("button", { name: "Done" }));
  const made = await card.findByRole("button", { name: "New address" });
  await waitFor(() => expect(made).toHaveFocus());
  expect(JSON.stringify(store.getState())).not.toContain(token);

  await user.click(screen.getByRole("link", { name: "Progress" }));
  await screen.findByRole("heading", { name: "Kanban Board" });
  await user.click(screen.getByRole("link", { name: "Profile" }));
  const again = await feed();
  await user.click(await again.findByRole("button", { name: "Turn off" }));
  expect(screen.queryByLabelText("Secret address")).not.toBeInTheDocument();
  const question = within(await screen.findByRole("alertdialog"));
  await user.click(question.getByRole("button", { name: "Turn off" }));
  const create = await again.findByRole("button", { name: "Create address" });
  await waitFor(() => expect(create).toHaveFocus());
});

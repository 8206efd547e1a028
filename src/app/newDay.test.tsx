import { afterEach, beforeEach, expect, it, jest } from "@jest/globals";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { DAY_MS } from "#contract/time.ts";
import { localDay, today } from "#lib/dates/day.ts";
import type { Backend } from "#testing/backend.ts";
import { openBackend, renderApp } from "#testing/renderApp.tsx";
import { addTasks } from "#testing/screens/taskList.tsx";

let backend: Backend;

beforeEach(async () => {
  backend = await openBackend();
  await addTasks(backend, { title: "Pay the rent", due_date: today() });
});

afterEach(() => void jest.restoreAllMocks());

/** Lets the next day begin for the browser and the server. */
function beginNextDay() {
  const tomorrow = new Date(Date.now() + DAY_MS);
  backend.clock.time = tomorrow;
  jest.spyOn(Date, "now").mockReturnValue(tomorrow.getTime());
  expect(today()).toBe(localDay(tomorrow));
  fireEvent(document, new Event("visibilitychange"));
}

it("the board shows a task as overdue after midnight", async () => {
  await renderApp({ path: "/kanban", as: "member", backend });
  expect((await screen.findAllByText("Pay the rent"))[0]).toBeVisible();
  expect(screen.queryByText(/Overdue\b/, { ignore: "option" })).toBeNull();
  beginNextDay();
  const main = within(screen.getByRole("main"));
  expect(await main.findByText(/Overdue\b/, { ignore: "option" })).toBeVisible();
});

it("a list of tasks that are due today is loaded again after midnight", async () => {
  await renderApp({ path: "/tasks?due=today", as: "member", backend });
  expect(await screen.findByText("Pay the rent")).toBeVisible();
  beginNextDay();
  await waitFor(() => expect(screen.queryByText("Pay the rent")).toBeNull());
});

it("the dashboard counts a task as overdue after midnight", async () => {
  await renderApp({ path: "/", as: "member", backend });
  await screen.findByText("Total Tasks");
  expect(screen.queryByText(/^Overdue Tasks \(/)).toBeNull();
  beginNextDay();
  expect(await screen.findByText("Overdue Tasks (1)")).toBeVisible();
});

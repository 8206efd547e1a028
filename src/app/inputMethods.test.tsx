import { expect, test } from "@jest/globals";
import { fireEvent, screen } from "@testing-library/react";
import { renderApp } from "#testing/renderApp.tsx";

/** A key during a composition, and Safari's last key of one, which comes after its end. */
const KEYS = [
  ["during a composition", { isComposing: true }],
  ["as Safari sends it", { keyCode: 229 }],
] as const;

test.each(KEYS)("Escape %s closes no dialog, and discards nothing", async (_when, of) => {
  const { user } = await renderApp({ path: "/tasks", as: "member" });
  await user.click(await screen.findByRole("button", { name: "+ Add Task" }));
  const title = await screen.findByRole("textbox", { name: /Title/ });
  await user.type(title, "日本");
  fireEvent.keyDown(title, { key: "Escape", ...of });
  expect(screen.queryByRole("alertdialog")).toBeNull();
  fireEvent.keyDown(title, { key: "Escape" });
  expect(await screen.findByRole("alertdialog")).toBeVisible();
});

test.each(KEYS)("Enter %s opens no result of the palette", async (_when, of) => {
  const { user } = await renderApp({ path: "/profile", as: "member" });
  await screen.findByRole("heading", { level: 1 });
  await user.keyboard("{Control>}k{/Control}");
  const field = await screen.findByRole("combobox", { name: /^Search tasks/ });
  await user.type(field, "dashb");
  fireEvent.keyDown(field, { key: "Enter", ...of });
  expect(field).toBeVisible();
  fireEvent.keyDown(field, { key: "Enter" });
  expect(await screen.findByRole("heading", { level: 1, name: "Dashboard" })).toBeVisible();
});

test.each(KEYS)("Escape %s keeps the line of a new card", async (_when, of) => {
  const { user } = await renderApp({ path: "/kanban", as: "member" });
  const [add] = await screen.findAllByRole("button", { name: /^Add (a )?task/i });
  await user.click(add as HTMLElement);
  const line = await screen.findByPlaceholderText("What needs to be done?");
  await user.type(line, "日本");
  fireEvent.keyDown(line, { key: "Escape", ...of });
  expect(line).toBeVisible();
  expect(line).toHaveValue("日本");
});

import { expect, it, jest } from "@jest/globals";
import { screen, within } from "@testing-library/react";
import { renderApp } from "#testing/renderApp.tsx";

let failures = 4;

// The form's code, whose next `failures` loads fail.
jest.mock("./TaskDialog.tsx", () => {
  if (failures > 0) {
    failures -= 1;
    throw Object.assign(new Error("Loading chunk 7 failed"), { name: "ChunkLoadError" });
  }
  return jest.requireActual("./TaskDialog.tsx");
});

it("shows an error if the form fails to load, keeps the screen, and loads it at a later press of the key", async () => {
  const { user } = await renderApp({ path: "/kanban", as: "member" });
  await screen.findByRole("region", { name: "To Do" });
  // Each press of the key tries twice.
  for (const _attempt of [1, 2]) {
    await user.keyboard("n");
    const toasts = within(screen.getByRole("region", { name: "Notifications" }));
    const message = "The form could not be loaded. Check your connection, then try again.";
    expect(await toasts.findByText(message)).toBeVisible();
    expect(screen.getByRole("region", { name: "To Do" })).toBeVisible();
    await user.click(toasts.getByRole("button", { name: "Dismiss" }));
  }
  await user.keyboard("n");
  expect(await screen.findByRole("dialog", { name: "Create New Task" })).toBeVisible();
});

import { afterEach, expect, it, jest } from "@jest/globals";
import { screen, within } from "@testing-library/react";
import { renderApp } from "#testing/renderApp.tsx";

let failures = 0;

// The form's code, whose next `failures` loads fail.
jest.mock("./TaskDialog.tsx", () => {
  if (failures > 0) {
    failures -= 1;
    throw Object.assign(new Error("Loading chunk 7 failed"), { name: "ChunkLoadError" });
  }
  return jest.requireActual("./TaskDialog.tsx");
});

afterEach(() => {
  failures = 0;
});

const form = () => screen.findByRole("dialog", { name: "Create New Task" });

it("shows an error if the form fails to load, keeps the screen, and loads it on the next click", async () => {
  const { user } = await renderApp({ path: "/kanban", as: "member" });
  await screen.findByRole("region", { name: "To Do" });
  // Each press of the key tries twice.
  failures = 4;
  for (const _attempt of [1, 2]) {
    await user.keyboard("n");
    const toasts = within(screen.getByRole("region", { name: "Notifications" }));
    const message = "The form could not be loaded. Check your connection, then try again.";
    expect(await toasts.findByText(message)).toBeVisible();
    expect(screen.getByRole("region", { name: "To Do" })).toBeVisible();
    await user.click(toasts.getByRole("button", { name: "Dismiss" }));
  }
  await user.keyboard("n");
  expect(await form()).toBeVisible();
});

it("retries a failed download of the form once", async () => {
  const { user } = await renderApp({ path: "/kanban", as: "member" });
  await screen.findByRole("region", { name: "To Do" });
  failures = 1;
  await user.keyboard("n");
  expect(await form()).toBeVisible();
});

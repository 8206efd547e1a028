import { beforeAll, expect, test } from "@jest/globals";
import { screen, waitFor } from "@testing-library/react";
import { preload } from "#app/preload.ts";
import { openBackend, renderApp } from "#testing/renderApp.tsx";

const ME = "GET /api/auth/me";

// Otherwise the guard would first render after the user request of the load has failed.
beforeAll(async () => await preload("/teams"));

test("an admin whose user request failed is redirected home, and gets in when it succeeds", async () => {
  const backend = await openBackend();
  const session = await backend.register({ role: "admin" });
  backend.fail(ME, { status: 500 });
  const { user } = await renderApp({ path: "/teams", as: session, backend });
  await screen.findByRole("heading", { name: "Dashboard" });

  await user.click(screen.getByRole("link", { name: "Teams" }));
  expect(await screen.findByRole("heading", { name: "Team Management" })).toBeVisible();
  expect(window.location.pathname).toBe("/teams");
});

test("while the user request keeps failing, each visit sends it once and redirects home", async () => {
  const backend = await openBackend();
  const session = await backend.register({ role: "admin" });
  backend.fail(ME, { status: 500 }, 2);
  const { user } = await renderApp({ path: "/teams", as: session, backend });
  await screen.findByRole("heading", { name: "Dashboard" });
  const before = backend.callsOf(ME).length;

  await user.click(screen.getByRole("link", { name: "Teams" }));
  await waitFor(() => expect(backend.callsOf(ME).length).toBe(before + 1));
  await waitFor(() => expect(window.location.pathname).toBe("/"));
  expect(backend.callsOf(ME).length).toBe(before + 1);
});

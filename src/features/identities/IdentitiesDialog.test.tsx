import { afterEach, beforeEach, expect, it } from "@jest/globals";
import { screen, within } from "@testing-library/react";
import type { TestUser } from "#server/testing/server.ts";
import type { Backend } from "#testing/backend.ts";
import { openBackend, renderApp } from "#testing/renderApp.tsx";

const WAITING = "Waiting for confirmation";

let backend: Backend;
let grace: TestUser["user"];

beforeEach(async () => {
  backend = await openBackend();
  ({ user: grace } = await backend.as("member", { name: "Grace", email: "grace@example.com" }));
  await backend.db
    .insertInto("identities")
    .values({
      id: "identity",
      provider: "acme",
      subject: "grace",
      email: "grace@acme.example",
      user_id: grace.id,
      email_verified: 1,
      created_at: "2026-03-14T10:00:00.000Z",
      confirmed_at: null,
    })
    .execute();
});
afterEach(() => {
  document.head.innerHTML = "";
});

/** Opens the users as a server with this provider serves them. */
async function openUsers() {
  const json = { local_sign_in: "on", providers: [{ id: "acme", label: "Acme", icon: null }] };
  document.head.innerHTML = '<meta name="sign-in">';
  document.querySelector("meta")?.setAttribute("content", JSON.stringify(json));
  return await renderApp({ path: "/users", as: "admin", backend });
}

it("confirms and unlinks a user's provider account", async () => {
  const { user } = await openUsers();
  await user.click(await screen.findByRole("button", { name: "Sign-in providers of Grace" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Sign-in providers of Grace" }));
  expect(await dialog.findByText(WAITING)).toBeVisible();
  expect(dialog.getByText("grace@acme.example")).toBeVisible();
  expect(dialog.getByText("Address verified")).toBeVisible();
  await user.click(dialog.getByRole("button", { name: "Confirm acme" }));
  const confirmation = within(await screen.findByRole("alertdialog", { name: "Confirm acme?" }));
  expect(confirmation.getByText(/its sessions, API tokens, .* end/)).toBeVisible();
  await user.click(confirmation.getByRole("button", { name: "Confirm" }));
  expect(await screen.findByText("Sign-in provider confirmed")).toBeVisible();
  expect(await dialog.findByText(/linked on/)).toBeVisible();
  expect(dialog.queryByText(WAITING)).toBeNull();
  const { call } = await backend.signIn(grace);
  await user.click(dialog.getByRole("button", { name: "Unlink acme" }));
  const question = within(await screen.findByRole("alertdialog", { name: "Unlink acme?" }));
  expect(question.getByRole("checkbox", { name: /Also end all sessions, API/ })).toBeChecked();
  await user.click(question.getByRole("button", { name: "Unlink" }));
  expect(await dialog.findByText(/has not signed in with a provider/)).toBeVisible();
  expect(await call("GET", "/api/auth/me")).toMatchObject({ status: 401 });
  expect(await backend.db.selectFrom("identities").selectAll().execute()).toEqual([]);
});

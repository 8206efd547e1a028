import { expect, it } from "@jest/globals";
import { screen, waitFor, within } from "@testing-library/react";
import { readProviders } from "#server/oidc/providerConfig.ts";
import { hashOnce } from "#server/testing/accounts.ts";
import { presentUser } from "#server/users/presenter.ts";
import { openBackend, renderApp } from "#testing/renderApp.tsx";

/** Opens the profile of a user with identities at these providers. */
async function openProfile(providers: string[], password_hash = "") {
  const backend = await openBackend();
  const settings = { issuer: "https://id.example", client_id: "taskdeck" };
  const list = ["acme", "umbrella"].map((id) =>
    Object.assign({ id, label: `The ${id}` }, settings),
  );
  backend.deps.config.oidcProviders = readProviders("OIDC_PROVIDERS", JSON.stringify(list));
  const grace = await backend.as("member", { email: "grace@example.com", password_hash });
  const { id: user_id, created_at } = grace.user;
  for (const provider of providers) {
    const identity = { id: provider, provider, subject: "grace", email: `grace@${provider}.org` };
    const times = { created_at, confirmed_at: created_at };
    const row = { ...identity, ...times, user_id };
    await backend.db.insertInto("identities").values(row).execute();
  }
  const as = { user: presentUser(grace.user), refreshToken: grace.refreshToken };
  return await renderApp({ path: "/profile", as, backend });
}

const card = async () => within(await screen.findByRole("region", { name: "Sign-in Providers" }));

it("unlinks a provider after a question, by keyboard, and says what the only way to sign in is", async () => {
  const { user, backend } = await openProfile(["acme", "umbrella"]);
  const shown = await card();
  expect(shown.getByText("grace@acme.org")).toBeVisible();
  shown.getByRole("button", { name: "Unlink The acme, grace@acme.org" }).focus();
  await user.keyboard("{Enter}");
  const question = within(await screen.findByRole("alertdialog", { name: "Unlink The acme?" }));
  await user.click(question.getByRole("button", { name: "Unlink" }));
  expect(await screen.findByText("Sign-in provider unlinked")).toBeVisible();
  expect(await shown.findByText(/Your only way to sign in/)).toBeVisible();
  expect(shown.queryByRole("button")).not.toBeInTheDocument();
  expect(shown.getByRole("heading")).toHaveFocus();
  const left = await backend.db.selectFrom("identities").select("id").execute();
  expect(left).toEqual([{ id: "umbrella" }]);
});

it("a provider that has become the only way to sign in stays, and the message says so", async () => {
  const { user, backend } = await openProfile(["acme"], await hashOnce("a long password"));
  const shown = await card();
  await backend.db.updateTable("users").set({ password_hash: "" }).execute();
  await user.click(shown.getByRole("button", { name: /^Unlink/ }));
  const question = within(await screen.findByRole("alertdialog"));
  await user.click(question.getByRole("button", { name: "Unlink" }));
  expect(await screen.findByText(/This is your only way to sign in\. Set/)).toBeVisible();
  expect(await shown.findByText(/so it can't be unlinked/)).toBeVisible();
});

it("the last of several ways leaves an empty card, and users without a provider see none", async () => {
  const { user } = await openProfile(["acme"], await hashOnce("a long password"));
  const shown = await card();
  await user.click(shown.getByRole("button", { name: /^Unlink/ }));
  const question = within(await screen.findByRole("alertdialog"));
  await user.click(question.getByRole("button", { name: "Unlink" }));
  expect(await shown.findByText("No provider signs in to your account.")).toBeVisible();
  await waitFor(() => expect(shown.getByRole("heading")).toHaveFocus());
});

it("a server that doesn't know of providers shows nothing of them, and no failure", async () => {
  const backend = await openBackend();
  backend.fail("GET /api/profile/identities", { status: 404, body: { error: "Not found" } });
  await renderApp({ path: "/profile", as: await backend.register({}), backend });
  await screen.findByRole("heading", { name: "Update Profile Information" });
  await waitFor(() => expect(backend.callsOf("GET /api/profile/identities")).toHaveLength(1));
  expect(screen.queryByText(/sign-in providers/i)).not.toBeInTheDocument();
});

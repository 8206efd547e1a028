import { expect, it } from "@jest/globals";
import { screen, waitFor, within } from "@testing-library/react";
import { renderApp } from "#testing/renderApp.tsx";

const card = async () => within(await screen.findByRole("region", { name: "API Tokens" }));

it("creates a token whose secret is shown once and never enters the store, and revokes it", async () => {
  const { user, store, backend } = await renderApp({ path: "/profile", as: "member" });
  await user.click((await card()).getByRole("button", { name: "+ New token" }));
  const form = within(await screen.findByRole("dialog", { name: "New API Token" }));
  expect(form.queryByRole("option", { name: /admin/ })).not.toBeInTheDocument();
  await user.click(form.getByRole("button", { name: "Create token" }));
  expect(await form.findByText("Token name is required")).toBeVisible();
  await user.type(form.getByRole("textbox", { name: "Token Name" }), "Nightly report");
  await user.selectOptions(form.getByRole("combobox", { name: "Access" }), "Read and write");
  await user.selectOptions(form.getByRole("combobox", { name: "Expires after" }), "90 days");
  await user.click(form.getByRole("button", { name: "Create token" }));

  const shown = await screen.findByRole("dialog", { name: "API token “Nightly report”" });
  const field: HTMLInputElement = within(shown).getByRole("textbox", { name: "API token" });
  const secret = field.value;
  expect(JSON.stringify(store.getState())).not.toContain(secret);
  await user.click(within(shown).getByRole("button", { name: "Copy" }));
  expect(await within(shown).findByText("Copied")).toBeVisible();
  expect(await navigator.clipboard.readText()).toBe(secret);
  const use = async () => {
    const headers = { authorization: `Bearer ${secret}` };
    return (await backend.app.inject({ url: "/api/profile", headers })).statusCode;
  };
  expect(await use()).toBe(200);
  await user.click(within(shown).getByRole("button", { name: "Done" }));

  expect(document.body).not.toHaveTextContent(secret);
  const tokens = await card();
  expect(await tokens.findByText("Nightly report")).toBeVisible();
  expect(tokens.getByText("write")).toBeVisible();
  await user.click(tokens.getByRole("button", { name: "Revoke Nightly report" }));
  const question = within(await screen.findByRole("alertdialog", { name: /Revoke/ }));
  await user.click(question.getByRole("button", { name: "Revoke" }));
  expect(await screen.findByText("API token revoked")).toBeVisible();
  await waitFor(() => expect(tokens.queryByText("Nightly report")).not.toBeInTheDocument());
  expect(await use()).toBe(401);
});

it("an admin can choose the scope of admins for a token", async () => {
  const { user } = await renderApp({ path: "/profile", as: "admin" });
  await user.click((await card()).getByRole("button", { name: "+ New token" }));
  const dialog = within(await screen.findByRole("dialog"));
  expect(dialog.getByRole("option", { name: "Everything an admin may do" })).toBeInTheDocument();
});

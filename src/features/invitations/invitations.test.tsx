import { describe, expect, test } from "@jest/globals";
import { act, screen, waitFor, within } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import type { MadeLink } from "#contract/shapes/link.ts";
import { PASSWORD } from "#testing/backend.ts";
import { openBackend, renderApp } from "#testing/renderApp.tsx";

/** Opens the users as an admin who has invited the people of a list. */
async function openUsers(list = "") {
  const backend = await openBackend();
  const session = await backend.register({ role: "admin" });
  if (list) {
    await backend.app.inject({
      method: "POST",
      url: "/api/invitations",
      headers: { authorization: `Bearer ${session.accessToken}` },
      body: { list },
    });
  }
  const app = await renderApp({ path: "/users", as: session, backend });
  await screen.findByRole("button", { name: "Invite people" });
  return app;
}

/** Invites the people of a list, and returns the dialog with their links. */
async function invite(user: UserEvent, list: string) {
  await user.click(screen.getByRole("button", { name: "Invite people" }));
  const form = within(await screen.findByRole("dialog", { name: "Invite people" }));
  await user.click(form.getByLabelText("Email addresses"));
  await user.paste(list);
  await user.click(form.getByRole("button", { name: "Create links" }));
  return within(await screen.findByRole("dialog", { name: "Invitations" }));
}

/** jsdom's files have no `text()`. */
const textOf = async (file = new Blob()) =>
  await new Promise<string>((resolve) => {
    const reader = new FileReader();
    reader.addEventListener("load", () => resolve(reader.result as string));
    reader.readAsText(file);
  });

describe("invitations", () => {
  test("a pasted list gets a result per line, links to copy or to save as a table, and no token in the store", async () => {
    const { user, store } = await openUsers();
    const results = await invite(user, "Eve <eve@example.com>, admin\nnobody\nmax@example.com");
    expect(results.getByText("Line 2: Invalid email address")).toBeVisible();
    const link = results.getByLabelText<HTMLInputElement>("Link for eve@example.com").value;
    expect(link).toMatch(/\/invitation#[\w-]{43}$/);
    expect(JSON.stringify(store.getState())).not.toContain(link.split("#")[1]);

    // Nothing is copied yet, and the links are shown only once.
    await user.click(results.getByRole("button", { name: "Done" }));
    const question = within(await screen.findByRole("alertdialog"));
    expect(question.getByText(/^2 links were not copied/)).toBeVisible();
    await user.click(question.getByRole("button", { name: "Back" }));
    await user.click(results.getByRole("button", { name: "Copy all" }));
    const lines = (await navigator.clipboard.readText()).split("\n");
    expect(lines).toHaveLength(2);
    expect(lines).toContain(`eve@example.com\t${link}`);
    await user.click(results.getByRole("button", { name: "Done" }));
    expect(await screen.findByText("Open invitations and reset links (2)")).toBeVisible();

    // Links that were saved as a table need no question.
    const saved: Blob[] = [];
    URL.createObjectURL = (file) => `blob:${saved.push(file as Blob)}`;
    const table = await invite(user, "kim@example.com\n+lee@example.com");
    const kim = table.getByLabelText<HTMLInputElement>("Link for kim@example.com").value;
    await user.click(table.getByRole("button", { name: "Download CSV" }));
    const rows = (await textOf(saved[0])).split("\r\n");
    expect(rows.slice(0, 2)).toEqual(['"email","link"', `"kim@example.com","${kim}"`]);
    expect(rows[2]).toMatch(/^"'\+lee@example\.com","/);
    await user.click(table.getByRole("button", { name: "Done" }));
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  test("an open invitation can be renewed and revoked", async () => {
    const { user } = await openUsers("Eve <eve@example.com>");
    await user.click(await screen.findByText("Open invitations and reset links (1)"));
    await user.click(screen.getByRole("button", { name: "New link for Eve" }));
    const dialog = within(await screen.findByRole("dialog", { name: "New invitation for Eve" }));
    expect(dialog.getByLabelText<HTMLInputElement>("Link for Eve").value).toContain("/invitation#");
    // The link is not copied yet, and is shown only once.
    await user.click(dialog.getByRole("button", { name: "Done" }));
    const warning = within(await screen.findByRole("alertdialog"));
    await user.click(warning.getByRole("button", { name: "Back" }));
    await user.click(dialog.getByRole("button", { name: /^Copy/ }));
    await user.click(dialog.getByRole("button", { name: "Done" }));
    expect(screen.queryByRole("dialog")).toBeNull();
    await user.click(screen.getByRole("button", { name: "Revoke the link for Eve" }));
    const question = within(await screen.findByRole("alertdialog"));
    await user.click(question.getByRole("button", { name: "Revoke" }));
    await waitFor(() => expect(screen.queryByText(/^Open invitations/)).toBeNull());
  });
});

async function openLink(made: (token: string) => string) {
  const backend = await openBackend();
  const admin = await backend.as("admin", { name: "Ada" });
  const member = await backend.as("member", { email: "max@example.com", name: "Max" });
  const reset = await admin.call("POST", `/api/users/${member.user.id}/reset-link`);
  const [, token = ""] = (reset.body as MadeLink).path.split("#");
  return { ...(await renderApp({ path: made(token), backend })), backend };
}

describe("the page of a link", () => {
  test("sets a new password, with which the user signs in", async () => {
    const { user, backend } = await openLink((token) => `/reset-password#${token}`);
    expect(await screen.findByText("max@example.com")).toBeVisible();
    await user.type(screen.getByLabelText("New Password", { selector: "input" }), PASSWORD);
    backend.fail("POST /api/links/reset", "unreachable");
    await user.click(screen.getByRole("button", { name: "Update Password" }));
    expect(await screen.findByText("Cannot connect to server")).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Update Password" }));
    expect(await screen.findByRole("heading", { name: "Your password is changed" })).toBeVisible();
    expect(await screen.findByText("Password updated successfully! ✅")).toBeVisible();
    const account = { email: "max@example.com", password: PASSWORD };
    expect(await backend.call("POST", "/api/auth/login", account)).toMatchObject({ status: 200 });
  });

  test("says why a link can't be used", async () => {
    await openLink((token) => `/invitation#${token}`);
    expect(await screen.findByRole("heading", { name: "This link is incomplete" })).toBeVisible();
    for (const [path, title] of [
      ["/invitation#unknown", "This link can't be used"],
      ["/reset-password", "This link is incomplete"],
    ] as const) {
      window.history.pushState(null, "", path);
      act(() => void window.dispatchEvent(new PopStateEvent("popstate")));
      expect(await screen.findByRole("heading", { name: title })).toBeVisible();
    }
    expect(screen.queryByLabelText(/Password/, { selector: "input" })).toBeNull();
  });
});

test("without a mail server, a forgotten password leads to an admin", async () => {
  const { user } = await renderApp({ path: "/login" });
  await user.click(await screen.findByRole("link", { name: "Forgot password?" }));
  expect(await screen.findByRole("heading", { name: "Please ask an admin" })).toBeVisible();
});

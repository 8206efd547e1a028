import { describe, expect, it } from "@jest/globals";
import { screen, waitFor } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { PASSWORD } from "#testing/backend.ts";
import { button, currentPassword, fillField, openForms, toasts } from "#testing/profilePage.ts";

const CHANGE = "PUT /api/profile/password";
const NEW_PASSWORD = "a fresh new password";

const fresh = () => screen.getByLabelText("New Password");
const confirmation = () => screen.getByLabelText("Confirm New Password");

async function openPasswordForm(user: UserEvent) {
  await user.click(button("Change Password"));
}

async function fillPasswords(user: UserEvent, now = PASSWORD, next = NEW_PASSWORD, again = next) {
  await fillField(user, currentPassword(), now);
  await fillField(user, fresh(), next);
  await fillField(user, confirmation(), again);
}

describe("Change Password", () => {
  it("is collapsed until the user opens it", async () => {
    const { user } = await openForms();
    expect(button("Change Password")).toHaveAttribute("aria-expanded", "false");
    expect(screen.queryByLabelText("Current Password")).not.toBeInTheDocument();
    await openPasswordForm(user);
    expect(button("Change Password")).toHaveAttribute("aria-expanded", "true");
    expect(currentPassword()).toHaveAttribute("type", "password");
    await openPasswordForm(user);
    expect(screen.queryByLabelText("Current Password")).not.toBeInTheDocument();
  });

  it.each([
    ["", NEW_PASSWORD, NEW_PASSWORD, "Current password is required", "Current Password"],
    [PASSWORD, "", "", "New password must be at least 8 characters", "New Password"],
    [PASSWORD, "short67", "short67", "New password must be at least 8 characters", "New Password"],
    [PASSWORD, NEW_PASSWORD, "another one", "Passwords do not match", "Confirm New Password"],
    [
      PASSWORD,
      PASSWORD,
      PASSWORD,
      "New password must be different from current password",
      "New Password",
    ],
  ])(
    "%p, %p, %p: shows '%s' and focuses the invalid field",
    async (now, next, again, message, field) => {
      const { user, backend } = await openForms();
      await openPasswordForm(user);
      await fillPasswords(user, now, next, again);
      await user.click(button("Update Password"));
      expect(await screen.findByText(message)).toBeVisible();
      await waitFor(() => expect(screen.getByLabelText(field)).toHaveFocus());
      expect(screen.getByLabelText(field)).toHaveAccessibleDescription(new RegExp(message));
      expect(backend.callsOf(CHANGE)).toHaveLength(0);
    },
  );

  it("changes the password, closes the form, and the new password signs in", async () => {
    const { user, backend } = await openForms();
    await openPasswordForm(user);
    await fillPasswords(user);
    await user.keyboard("{Enter}");
    expect(await screen.findByText("Password updated successfully! ✅")).toBeVisible();
    expect(screen.queryByLabelText("Current Password")).not.toBeInTheDocument();
    expect(button("Change Password")).toHaveFocus();
    expect(backend.callsOf(CHANGE).map(({ body }) => body)).toEqual([
      { currentPassword: PASSWORD, newPassword: NEW_PASSWORD },
    ]);
    const email = "ada.lovelace@example.com";
    const login = (password: string) =>
      backend.call("POST", "/api/auth/login", { email, password });
    expect(await login(NEW_PASSWORD)).toMatchObject({ status: 200 });
    expect(await login(PASSWORD)).toMatchObject({ status: 401 });

    await openPasswordForm(user);
    expect(currentPassword()).toHaveValue("");
    expect(fresh()).toHaveValue("");
  });

  it("Cancel clears and closes the form", async () => {
    const { user } = await openForms();
    await openPasswordForm(user);
    await fillPasswords(user);
    await user.click(screen.getAllByRole("button", { name: "Cancel" })[1] ?? document.body);
    expect(screen.queryByLabelText("Current Password")).not.toBeInTheDocument();
    expect(button("Change Password")).toHaveFocus();
    await openPasswordForm(user);
    expect(currentPassword()).toHaveValue("");
    expect(confirmation()).toHaveValue("");
  });

  it("a wrong current password shows an error at its field, and the input stays", async () => {
    const { user } = await openForms();
    await openPasswordForm(user);
    await fillPasswords(user, "not the one");
    await user.click(button("Update Password"));
    const message = "Current password is incorrect";
    expect(await toasts().findByText(`currentPassword: ${message}`)).toBeVisible();
    expect(currentPassword()).toHaveAccessibleDescription(message);
    await waitFor(() => expect(currentPassword()).toHaveFocus());
    expect(currentPassword()).toHaveValue("not the one");
    expect(fresh()).toHaveValue(NEW_PASSWORD);
  });

  it.each([
    [["The cellar is flooded"], { error: "The cellar is flooded", message: "Never shown" }],
    [["A message"], { message: "A message" }],
    [["Failed to update password"], {}],
    [
      ["a: b", "c: d"],
      {
        errors: [
          { param: "a", msg: "b" },
          { param: "c", msg: "d" },
        ],
      },
    ],
  ])("a failed change shows %j", async (texts, body) => {
    const { user, backend } = await openForms();
    backend.fail(CHANGE, { status: 400, body });
    await openPasswordForm(user);
    await fillPasswords(user);
    await user.click(button("Update Password"));
    for (const text of texts) expect(await toasts().findByText(text)).toBeVisible();
    expect(currentPassword()).toHaveValue(PASSWORD);
  });

  it("shows the passwords when the user asks for it", async () => {
    const { user } = await openForms();
    await openPasswordForm(user);
    await fillField(user, fresh(), NEW_PASSWORD);
    await user.click(screen.getAllByRole("button", { name: "Show password" })[1] ?? document.body);
    expect(fresh()).toHaveAttribute("type", "text");
    expect(fresh()).toHaveValue(NEW_PASSWORD);
    expect(currentPassword()).toHaveAttribute("type", "password");
  });
});

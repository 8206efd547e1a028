import { describe, expect, it } from "@jest/globals";
import { screen, waitFor } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { PASSWORD } from "#testing/backend.ts";
import { enterText } from "#testing/screens/enterText.ts";
import { button, currentPassword, openForms, toasts } from "#testing/screens/profilePage.ts";

const CHANGE = "PUT /api/profile/password";
const NEW_PASSWORD = "a fresh new password";

const fresh = () => screen.getByLabelText("New Password");
const confirmation = () => screen.getByLabelText("Confirm New Password");

async function openPasswordForm(user: UserEvent) {
  await user.click(button("Change Password"));
}

async function fillPasswords(user: UserEvent, now = PASSWORD, next = NEW_PASSWORD, again = next) {
  await enterText(user, currentPassword(), now);
  await enterText(user, fresh(), next);
  await enterText(user, confirmation(), again);
}

describe("Change Password", () => {
  it("is collapsed until the user opens it, shows the passwords on demand, is cleared on cancel, and shows each invalid field's error under it", async () => {
    const { user, backend } = await openForms();
    expect(button("Change Password")).toHaveAttribute("aria-expanded", "false");
    expect(screen.queryByLabelText("Current Password")).not.toBeInTheDocument();
    await openPasswordForm(user);
    expect(button("Change Password")).toHaveAttribute("aria-expanded", "true");
    await fillPasswords(user);
    await user.click(screen.getAllByRole("button", { name: "Show password" })[1] ?? document.body);
    expect(fresh()).toHaveAttribute("type", "text");
    expect(fresh()).toHaveValue(NEW_PASSWORD);
    expect(currentPassword()).toHaveAttribute("type", "password");
    await user.click(screen.getAllByRole("button", { name: "Cancel" })[1] ?? document.body);
    expect(screen.queryByLabelText("Current Password")).not.toBeInTheDocument();
    expect(button("Change Password")).toHaveFocus();
    await openPasswordForm(user);
    expect(currentPassword()).toHaveValue("");
    expect(confirmation()).toHaveValue("");
    await openPasswordForm(user);
    expect(screen.queryByLabelText("Current Password")).not.toBeInTheDocument();

    await openPasswordForm(user);
    const short = "New password must be at least 8 characters";
    const same = "New password must be different from current password";
    const rows: [now: string, next: string, again: string, message: string, field: string][] = [
      ["", NEW_PASSWORD, NEW_PASSWORD, "Current password is required", "Current Password"],
      [PASSWORD, "", "", short, "New Password"],
      [PASSWORD, "short67", "short67", short, "New Password"],
      [PASSWORD, NEW_PASSWORD, "another one", "Passwords do not match", "Confirm New Password"],
      [PASSWORD, PASSWORD, PASSWORD, same, "New Password"],
    ];
    for (const [now, next, again, message, field] of rows) {
      await fillPasswords(user, now, next, again);
      await user.click(button("Update Password"));
      expect(await screen.findByText(message)).toBeVisible();
      await waitFor(() => expect(screen.getByLabelText(field)).toHaveFocus());
      expect(screen.getByLabelText(field)).toHaveAccessibleDescription(new RegExp(message));
    }
    expect(backend.callsOf(CHANGE)).toHaveLength(0);
  });

  it("uses a new refresh token after a change, so that a copy of the former one is superseded", async () => {
    const { user, backend } = await openForms();
    const copied = localStorage.getItem("refreshToken");
    await openPasswordForm(user);
    await fillPasswords(user);
    await user.click(button("Update Password"));
    await waitFor(() => expect(localStorage.getItem("refreshToken")).not.toBe(copied));
    const sent = () => backend.callsOf("POST /api/auth/refresh").map(({ body }) => body);
    await waitFor(() => expect(sent().at(-1)).not.toEqual({ refreshToken: copied }));
    // A superseded token gets no successor.
    const refresh = () => backend.call("POST", "/api/auth/refresh", { refreshToken: copied });
    await waitFor(async () =>
      expect((await refresh()).body).toMatchObject({ refreshToken: copied }),
    );
  });

  it("shows an error at a wrong current password and keeps the input, changes the password, closes the form, and the new password signs in", async () => {
    const { user, backend } = await openForms();
    await openPasswordForm(user);
    await fillPasswords(user, "not the one");
    await user.click(button("Update Password"));
    const message = "Current password is incorrect";
    expect(await toasts().findByText(`currentPassword: ${message}`)).toBeVisible();
    expect(currentPassword()).toHaveAccessibleDescription(message);
    await waitFor(() => expect(currentPassword()).toHaveFocus());
    expect(currentPassword()).toHaveValue("not the one");
    expect(fresh()).toHaveValue(NEW_PASSWORD);

    await enterText(user, currentPassword(), PASSWORD);
    await user.keyboard("{Enter}");
    expect(await screen.findByText("Password updated successfully! ✅")).toBeVisible();
    expect(screen.queryByLabelText("Current Password")).not.toBeInTheDocument();
    await waitFor(() => expect(button("Change Password")).toHaveFocus());
    expect(backend.callsOf(CHANGE).at(-1)?.body).toEqual({
      currentPassword: PASSWORD,
      newPassword: NEW_PASSWORD,
    });
    const email = "ada.lovelace@example.com";
    const login = (password: string) =>
      backend.call("POST", "/api/auth/login", { email, password });
    expect(await login(NEW_PASSWORD)).toMatchObject({ status: 200 });
    expect(await login(PASSWORD)).toMatchObject({ status: 401 });

    await openPasswordForm(user);
    expect(currentPassword()).toHaveValue("");
    expect(fresh()).toHaveValue("");
  });
});

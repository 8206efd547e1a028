import { describe, expect, it } from "@jest/globals";
import { screen, waitFor, within } from "@testing-library/react";
import { PASSWORD } from "#testing/backend.ts";
import { openBackend, renderApp } from "#testing/renderApp.tsx";
import { enterText } from "#testing/screens/enterText.ts";
import {
  account,
  button,
  currentPassword,
  emailField,
  LOAD_PROFILE,
  nameField,
  openForms,
  toasts,
} from "#testing/screens/profilePage.ts";
import { profileApi } from "./profileApi.ts";

const SAVE = "PUT /api/profile";

/** A server that asks for the password before it changes an email address. */
async function openCautiousBackend() {
  const backend = await openBackend();
  backend.deps.config.emailChange = "password";
  return backend;
}

const storedUser = () =>
  JSON.parse(localStorage.getItem("user") ?? "null") as Record<string, unknown> | null;

describe("Update Profile Information", () => {
  it("shows each invalid field's error under it, focuses it, and sends nothing; Cancel restores the saved values", async () => {
    const { user, backend } = await openForms();
    await user.clear(nameField());
    await user.tab();
    expect(screen.queryByText("Name is required")).not.toBeInTheDocument();
    for (const [name, email, message, label] of [
      ["", "ada@x.org", "Name is required", "Full Name"],
      ["   ", "ada@x.org", "Name is required", "Full Name"],
      ["Ada", "", "Email is required", "Email Address"],
      ["Ada", "nope", "Please enter a valid email", "Email Address"],
      ["Ada", "a@b", "Please enter a valid email", "Email Address"],
    ] as const) {
      await enterText(user, nameField(), name);
      await enterText(user, emailField(), email);
      await user.click(button("Update Profile"));
      expect(await screen.findByText(message)).toBeVisible();
      const refused = screen.getByRole("textbox", { name: label });
      expect(refused).toHaveAccessibleDescription(message);
      await waitFor(() => expect(refused).toHaveFocus());
      expect(nameField()).toHaveValue(name);
    }
    await user.click(button("Cancel"));
    expect(await screen.findByText("Changes discarded")).toBeVisible();
    expect(nameField()).toHaveValue("Ada Lovelace");
    expect(emailField()).toHaveValue("ada.lovelace@example.com");
    expect(screen.queryByText("Please enter a valid email")).not.toBeInTheDocument();
    expect(backend.callsOf(SAVE)).toHaveLength(0);
  });

  it("asks for the current password only if the email address is changed, saves, and shows the new name everywhere immediately", async () => {
    const backend = await openCautiousBackend();
    const { user } = await openForms({ backend });
    await enterText(user, nameField(), "Augusta King");
    expect(screen.queryByLabelText("Current Password")).not.toBeInTheDocument();
    await enterText(user, emailField(), "augusta@x.org");
    await user.click(button("Update Profile"));
    expect(await screen.findByText("Current password is required")).toBeVisible();
    await waitFor(() => expect(currentPassword()).toHaveFocus());
    expect(backend.callsOf(SAVE)).toHaveLength(0);
    await enterText(user, emailField(), "ada.lovelace@example.com");
    expect(screen.queryByLabelText("Current Password")).not.toBeInTheDocument();
    await user.click(button("Update Profile"));
    expect(await screen.findByText("Profile updated successfully! ✅")).toBeVisible();

    const held = backend.delay(LOAD_PROFILE);
    await enterText(user, nameField(), "  Augusta Byron ");
    await enterText(user, emailField(), "augusta@x.org");
    await enterText(user, currentPassword(), PASSWORD);
    await user.keyboard("{Enter}");
    const bar = within(screen.getAllByRole("banner")[0] ?? document.body);
    expect(await bar.findByText("Augusta Byron")).toBeInTheDocument();
    expect(bar.getByText("AB")).toBeInTheDocument();
    expect(backend.callsOf(SAVE).at(-1)?.body).toEqual({
      name: "Augusta Byron",
      email: "augusta@x.org",
      currentPassword: PASSWORD,
    });
    expect(storedUser()).toMatchObject({ name: "Augusta Byron", email: "augusta@x.org" });
    held.release();
    expect(await account().findByText("Augusta Byron")).toBeVisible();
    expect(nameField()).toHaveValue("Augusta Byron");
  });

  it("a taken address or a wrong password shows an error at its field, keeps the other fields, and stores no password", async () => {
    const backend = await openCautiousBackend();
    await backend.register({ email: "taken@x.org" });
    const { user } = await openForms({ backend });
    await enterText(user, nameField(), "Augusta King");
    await enterText(user, emailField(), "Taken@x.org");
    await enterText(user, currentPassword(), PASSWORD);
    await user.click(button("Update Profile"));
    expect(await toasts().findByText("Email is already registered")).toBeVisible();
    await waitFor(() => expect(emailField()).toHaveFocus());
    expect(emailField()).toHaveAccessibleDescription("Email is already registered");
    expect(emailField()).toHaveValue("Taken@x.org");
    expect(nameField()).toHaveValue("Augusta King");
    expect(storedUser()).toMatchObject({ name: "Ada Lovelace" });

    await enterText(user, emailField(), "augusta@x.org");
    await enterText(user, currentPassword(), "not the one");
    await user.click(button("Update Profile"));
    const message = "Current password is incorrect";
    expect(await toasts().findByText(`currentPassword: ${message}`)).toBeVisible();
    expect(currentPassword()).toHaveAccessibleDescription(new RegExp(message));
    expect(emailField()).toHaveValue("augusta@x.org");
    expect(account().getByText("ada.lovelace@example.com")).toBeVisible();
    expect(JSON.stringify(Object.entries(sessionStorage))).toContain("augusta@x.org");
    expect(JSON.stringify(Object.entries(sessionStorage))).not.toContain("not the one");
    await enterText(user, currentPassword(), PASSWORD);
    await user.click(button("Update Profile"));
    expect(await account().findByText("augusta@x.org")).toBeVisible();
    await waitFor(() =>
      expect(screen.queryByLabelText("Current Password")).not.toBeInTheDocument(),
    );
  });

  it("asks for no password if the server requires none, sends one request, and keeps the input during a background refetch", async () => {
    const { user, backend, store } = await openForms();
    await enterText(user, emailField(), "augusta@x.org");
    expect(screen.queryByLabelText("Current Password")).not.toBeInTheDocument();
    const held = backend.delay(SAVE);
    await user.click(button("Update Profile"));
    await held.arrived;
    expect(await screen.findByRole("button", { name: "Updating..." })).toBeDisabled();
    await user.type(nameField(), "{Enter}");
    held.release();
    await screen.findByText("Profile updated successfully! ✅");
    expect(backend.callsOf(SAVE).map(({ body }) => body)).toEqual([
      { name: "Ada Lovelace", email: "augusta@x.org" },
    ]);
    expect(storedUser()).toMatchObject({ email: "augusta@x.org" });

    await enterText(user, nameField(), "Augusta");
    const elsewhere = { name: "Changed Elsewhere", email: "e@x.org", role: "member" };
    backend.answer(LOAD_PROFILE, { profile: { id: storedUser()?.["id"], ...elsewhere } });
    await store.dispatch(
      profileApi.endpoints.getProfile.initiate(undefined, { forceRefetch: true, subscribe: false }),
    );
    expect(await account().findByText("Changed Elsewhere")).toBeVisible();
    expect(nameField()).toHaveValue("Augusta");
  });

  it("shows which new email address the next sign-in confirms", async () => {
    const backend = await openCautiousBackend();
    const session = await backend.register();
    const [row] = await backend.db.selectFrom("users").selectAll().execute();
    const plain = row && (await backend.signIn(row));
    await plain?.call("PUT", "/api/profile", { name: "Ada", email: "augusta@x.org" });
    await renderApp({ path: "/profile", as: session, backend });
    const note = "augusta@x.org replaces it once you sign in with that.";
    expect(await screen.findByText(note)).toBeVisible();
    expect(emailField()).toHaveValue("ada.lovelace@example.com");
  });
});

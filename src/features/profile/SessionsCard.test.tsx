import { expect, it } from "@jest/globals";
import { screen, within } from "@testing-library/react";
import { PASSWORD } from "#testing/backend.ts";
import { openBackend, renderApp } from "#testing/renderApp.tsx";

const EMAIL = "ada.lovelace@example.com";

async function askFor(user: Awaited<ReturnType<typeof renderApp>>["user"]) {
  await user.click(await screen.findByRole("button", { name: "Sign out everywhere" }));
  const dialog = await screen.findByRole("alertdialog", { name: "Sign out everywhere?" });
  expect(dialog).toHaveTextContent("This ends your session on every device, this one included.");
  return within(dialog);
}

it("'Sign out everywhere' ends every session of the user, and opens the sign-in screen", async () => {
  const backend = await openBackend();
  const session = await backend.register();
  const elsewhere = await backend.call("POST", "/api/auth/login", {
    email: EMAIL,
    password: PASSWORD,
  });
  const { user } = await renderApp({ path: "/profile", as: session, backend });
  const dialog = await askFor(user);
  await user.click(dialog.getByRole("button", { name: "Sign out everywhere" }));
  expect(await screen.findByText("Logged out successfully")).toBeInTheDocument();
  expect(await screen.findByRole("heading", { name: "Welcome Back" })).toBeInTheDocument();
  const { refreshToken } = elsewhere.body as { refreshToken: string };
  expect(await backend.call("POST", "/api/auth/refresh", { refreshToken })).toMatchObject({
    status: 401,
  });
});

it("'Sign out everywhere' asks for confirmation, and does nothing if the user declines", async () => {
  const { user, backend } = await renderApp({ path: "/profile", as: "member" });
  const dialog = await askFor(user);
  await user.click(dialog.getByRole("button", { name: "Cancel" }));
  expect(backend.callsOf("DELETE /api/auth/sessions")).toHaveLength(0);
});

it("a failed 'Sign out everywhere' shows an error and keeps the page", async () => {
  const { user, backend } = await renderApp({ path: "/profile", as: "member" });
  backend.fail("DELETE /api/auth/sessions", { status: 404, body: {} });
  const dialog = await askFor(user);
  await user.click(dialog.getByRole("button", { name: "Sign out everywhere" }));
  expect(await screen.findByText("Failed to sign out everywhere")).toBeInTheDocument();
  expect(screen.getByRole("heading", { name: "My Profile" })).toBeInTheDocument();
});

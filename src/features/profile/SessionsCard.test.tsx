import { expect, it } from "@jest/globals";
import { screen, within } from "@testing-library/react";
import { PASSWORD } from "#testing/backend.ts";
import { openBackend, renderApp } from "#testing/renderApp.tsx";

const END = "DELETE /api/auth/sessions";

async function askFor(user: Awaited<ReturnType<typeof renderApp>>["user"]) {
  await user.click(await screen.findByRole("button", { name: "Sign out everywhere" }));
  const dialog = await screen.findByRole("alertdialog", { name: "Sign out everywhere?" });
  expect(dialog).toHaveTextContent("This ends your session on every device, this one included.");
  return within(dialog);
}

it("'Sign out everywhere' asks first, says that it failed, and ends every session of the user", async () => {
  const backend = await openBackend();
  const session = await backend.register();
  const account = { email: "ada.lovelace@example.com", password: PASSWORD };
  const elsewhere = await backend.call("POST", "/api/auth/login", account);
  const { user } = await renderApp({ path: "/profile", as: session, backend });
  await user.click((await askFor(user)).getByRole("button", { name: "Cancel" }));
  expect(backend.callsOf(END)).toHaveLength(0);

  backend.fail(END, { status: 404, body: {} });
  await user.click((await askFor(user)).getByRole("button", { name: "Sign out everywhere" }));
  expect(await screen.findByText("Failed to sign out everywhere")).toBeInTheDocument();
  expect(screen.getByRole("heading", { name: "My Profile" })).toBeInTheDocument();

  await user.click((await askFor(user)).getByRole("button", { name: "Sign out everywhere" }));
  expect(await screen.findByText("Logged out successfully")).toBeInTheDocument();
  expect(await screen.findByRole("heading", { name: "Welcome Back" })).toBeInTheDocument();
  const { refreshToken } = elsewhere.body as { refreshToken: string };
  expect(await backend.call("POST", "/api/auth/refresh", { refreshToken })).toMatchObject({
    status: 401,
  });
});

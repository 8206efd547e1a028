import { screen, within } from "@testing-library/react";
import type { Backend } from "../backend.ts";
import { renderApp } from "../renderApp.tsx";

export const LOAD_PROFILE = "GET /api/profile";

interface Opening {
  backend?: Backend;
  as?: "member" | "admin";
}

export async function openProfile({ backend, as = "member" }: Opening = {}) {
  const app = await renderApp({ path: "/profile", as, ...(backend && { backend }) });
  await screen.findByRole("heading", { level: 1, name: "My Profile" });
  return app;
}

/** Opens the page, and waits for the forms. */
export async function openForms(options: Opening = {}) {
  const app = await openProfile(options);
  await screen.findByRole("heading", { name: "Update Profile Information" });
  return app;
}

export const nameField = () => screen.getByRole("textbox", { name: "Full Name" });
export const emailField = () => screen.getByRole("textbox", { name: "Email Address" });
export const currentPassword = () => screen.getByLabelText("Current Password");
export const button = (name: string) => screen.getByRole("button", { name });
export const account = () => within(screen.getByRole("region", { name: "Account" }));
export const toasts = () => within(screen.getByRole("region", { name: "Notifications" }));

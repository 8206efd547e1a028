import { screen, within } from "@testing-library/react";
import type { TestUser } from "#server/testing/server.ts";
import type { Backend } from "../backend.ts";
import { openBackend, renderApp } from "../renderApp.tsx";

export const USERS = "GET /api/users";
export const UPDATE = "PUT /api/users/{id}";
export const BROKEN = { status: 500, body: { error: "Broken" } } as const;

interface Person {
  name: string;
  role?: "member" | "admin";
  active?: boolean;
}

export async function addPeople(backend: Backend, people: Person[]): Promise<TestUser[]> {
  const added: TestUser[] = [];
  for (const { name, role = "member", active = true } of people) {
    const email = `${name.split(" ")[0]?.toLowerCase()}@example.com`;
    added.push(await backend.as(role, { name, email, is_active: active ? 1 : 0 }));
  }
  return added;
}

export async function openUsers(people: Person[] = []) {
  const backend = await openBackend();
  const others = await addPeople(backend, people);
  const app = await renderApp({ path: "/users", as: "admin", backend });
  await screen.findByRole("heading", { name: "User Management" });
  await screen.findByRole("table");
  return { ...app, others };
}

export const rowOf = (name: string) => screen.getByRole("row", { name: new RegExp(name) });

/** The names of the rendered rows, from top to bottom. */
export const names = () =>
  screen
    .queryAllByRole("checkbox", { name: /^Select (?!all)/ })
    .map((box) => box.getAttribute("aria-label")?.replace("Select ", ""));
export const roleOf = (name: string) => screen.getByRole("combobox", { name: `Role of ${name}` });
export const button = (name: string) => screen.getByRole("button", { name });
export const toast = async (text: string) =>
  await within(screen.getByRole("region", { name: "Notifications" })).findByText(text);

export const GRACE = { name: "Grace Hopper" };
export const ALAN = { name: "Alan Turing", active: false };
export const EVE = { name: "Eve Adams", role: "admin" } as const;

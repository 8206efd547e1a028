import { screen, within } from "@testing-library/react";
import type { Team } from "#contract/shapes/team.ts";
import type { Backend } from "../backend.ts";
import { openBackend, renderApp } from "../renderApp.tsx";
import { createTeam } from "./create.ts";

export const TEAM = "GET /api/teams/{id}";
export const ADD_MEMBER = "POST /api/teams/{id}/members";
export const BROKEN = { status: 500, body: { error: "Broken" } } as const;

interface Given {
  teams?: { name: string; description?: string; members?: string[] }[];
  others?: string[];
}

/** Teams with their members, and people in no team, made through the API and the database. */
export async function addTeams(
  backend: Backend,
  { teams = [], others = [] }: Given,
): Promise<Team[]> {
  const admin = await backend.as("admin", { name: "Root", email: "root@example.com" });
  const made: Team[] = [];
  for (const { name, description, members = [] } of teams) {
    const people = await Promise.all(members.map((member) => addPerson(backend, member)));
    const ids = people.map(({ user }) => user.id);
    made.push(await createTeam(admin, name, { ...(description && { description }), members: ids }));
  }
  for (const name of others) await addPerson(backend, name);
  return made;
}

const addPerson = (backend: Backend, name: string) =>
  backend.as("member", { name, email: `${name.split(" ")[0]?.toLowerCase()}@example.com` });

export async function openTeams(given: Given = {}) {
  const backend = await openBackend();
  const teams = await addTeams(backend, given);
  const app = await renderApp({ path: "/teams", as: "admin", backend });
  await screen.findByRole("heading", { name: "Team Management" });
  return { ...app, teams };
}

export const dialog = (name: string | RegExp) => screen.findByRole("dialog", { name });

/** The texts of the members' rows. */
export const members = (within_: HTMLElement) =>
  within(within_)
    .queryAllByRole("listitem")
    .map((row) => row.textContent);

export async function openTeam(given: Given, name = given.teams?.[0]?.name ?? "") {
  const app = await openTeams(given);
  await app.user.click(await screen.findByRole("button", { name }));
  return { ...app, team: await dialog(name) };
}

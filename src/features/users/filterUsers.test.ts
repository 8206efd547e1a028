import { describe, expect, test } from "@jest/globals";
import type { User } from "#contract/shapes/user.ts";
import { filterUsers, NO_FILTER } from "./filterUsers.ts";

const user = (id: string, more: Partial<User> = {}): User => ({
  id,
  name: `Name ${id}`,
  email: `${id}@team.example`,
  role: "member",
  is_active: true,
  created_at: "2026-01-01T00:00:00.000Z",
  ...more,
});

const users = [
  user("ada", { role: "admin" }),
  user("bo", { is_active: false }),
  user("cy", { name: "Ærø" }),
  user("dee", { name: "Zoë Σταμοσ" }),
];
const ids = (list: User[]) => list.map(({ id }) => id);

describe("filtering users", () => {
  test.each([
    [{}, ["ada", "bo", "cy", "dee"]],
    [{ search: " ADA@ " }, ["ada"]],
    [{ search: "ærø" }, ["cy"]],
    [{ search: "zoe\u0308 ΣΤΑΜΟΣ" }, ["dee"]],
    [{ role: "member" as const }, ["bo", "cy", "dee"]],
    [{ status: "inactive" as const }, ["bo"]],
    [{ status: "active" as const, role: "admin" as const }, ["ada"]],
    [{ search: "nobody" }, []],
  ])("the filter %j shows %j", (filter, shown) => {
    expect(ids(filterUsers(users, { ...NO_FILTER, ...filter }))).toEqual(shown);
  });
});

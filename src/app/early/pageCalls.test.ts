import { expect, test } from "@jest/globals";
import type { User } from "#contract/shapes/user.ts";
import type { Role } from "#contract/user.ts";
import { callsAt } from "./pageCalls.ts";

const userOf = (role: Role): User => ({
  id: "1",
  name: "Ada",
  email: "ada@example.com",
  role,
  is_active: true,
  created_at: "2026-01-01T00:00:00.000Z",
});

const pathsAt = async (pathname: string, search = "", role: Role = "admin") =>
  (await callsAt({ pathname, search }, userOf(role))).map(({ url }) => url);

test.each([
  ["/", ["/api/dashboard/stats", "/api/tasks/overdue"]],
  ["/dashboard/", ["/api/dashboard/stats", "/api/tasks/overdue"]],
  ["/Kanban", ["/api/kanban/board", "/api/users"]],
  ["/tasks", ["/api/tasks/search", "/api/users"]],
  ["/tasks/a%20b", ["/api/tasks/a%20b", "/api/tasks/a%20b/comments"]],
  ["/tasks/%zz", []],
  ["/profile", ["/api/profile"]],
  ["/teams", ["/api/teams"]],
  ["/users", ["/api/users"]],
  ["/login", []],
  ["/nothing", []],
])("%s fetches the user and %j", async (path, calls) => {
  expect(await pathsAt(path)).toEqual(["/api/auth/me", ...calls]);
});

test("the list of a view that only has a name waits for its filters", async () => {
  expect(await pathsAt("/tasks", "?view=1")).toEqual(["/api/auth/me", "/api/users"]);
  expect(await pathsAt("/tasks", "?view=1&layout=cards")).toContain("/api/tasks/search");
});

test("members fetch nothing for the pages of admins", async () => {
  expect(await pathsAt("/users", "", "member")).toEqual(["/api/auth/me"]);
});

test("the list is fetched with the address's filters and page", async () => {
  const address = { pathname: "/tasks", search: "?status=Done&page=2" };
  const [, list] = await callsAt(address, userOf("member"));
  expect(list?.params).toEqual({ page: 2, limit: 50, status: "Done" });
});

import { expect, test } from "@jest/globals";

test("storage names contain the base path, and paths in the app begin after it", async () => {
  const meta = document.createElement("meta");
  meta.name = "base-path";
  meta.content = "/tasks/";
  document.head.append(meta);
  const { BASE_PATH, ownName, pathInApp } = await import("./basePath.ts");
  const { API_BASE } = await import("#lib/env.ts");
  expect(BASE_PATH).toBe("/tasks/");
  expect(API_BASE).toBe(`${window.location.origin}/tasks`);
  expect(ownName("refreshToken")).toBe("/tasks/refreshToken");
  expect(pathInApp("/tasks/")).toBe("/");
  expect(pathInApp("/tasks/tasks/7")).toBe("/tasks/7");
  expect(pathInApp("/elsewhere")).toBeNull();
});

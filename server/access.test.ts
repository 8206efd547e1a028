import { expect, test } from "@jest/globals";
import { startServer } from "./testing.ts";

test("a route under /api has to say who may call it", async () => {
  const server = await startServer();
  await expect(async () => {
    const { buildApp } = await import("./app.ts");
    const app = await buildApp(server.deps);
    app.get("/api/open", () => "hello");
  }).rejects.toThrow("GET /api/open doesn't say who may call it");
  await server.close();
});

import { expect, it } from "@jest/globals";
import { storeParts } from "#app/layout/SignedInLayout.ts";
import type { Task } from "#contract/task.ts";
import { installStoreParts } from "#lib/storeParts.ts";
import { TokenVault } from "#session/tokens.ts";
import { makeTestStore, openBackend } from "#testing/renderApp.tsx";
import { changesApi, readTaskNow } from "./changesApi.ts";

installStoreParts({ storeParts });

it("a task is read by a new request, not by a running one, whose response is older", async () => {
  const backend = await openBackend();
  const grace = await backend.as("member", { name: "Grace Hopper" });
  const input = { title: "Mow the lawn", status: "Todo", priority: "Low" };
  const { task } = (await grace.call("POST", "/api/tasks", input)).body as { task: Task };
  const tokens = new TokenVault();
  tokens.signIn(await backend.register());
  const store = makeTestStore(tokens);
  const held = backend.delay("GET /api/tasks/{id}", 1);
  void store.dispatch(changesApi.endpoints.readTask.initiate(task.id));
  await held.arrived;
  await grace.call("PUT", `/api/tasks/${task.id}`, { ...input, title: "Mow it" });
  const read = readTaskNow(task.id, store);
  held.release();
  expect((await read).data).toMatchObject({ title: "Mow it" });
});

import { afterEach, beforeEach, expect, test } from "@jest/globals";
import type { AuditPageResponse } from "#contract/audit.ts";
import type { TaskResponse } from "#contract/task.ts";
import { makePlace, type Place } from "#server/testing/place.ts";
import {
  callServer,
  killServers,
  register,
  runTaskdeck,
  serverOn,
} from "#server/testing/process.ts";

let place: Place;

beforeEach(async () => (place = await makePlace({ hasTables: true })));
afterEach(async () => {
  await killServers();
  await place.drop();
});

const restoreTask = (...args: string[]) => runTaskdeck(place.env, ["restore-task", ...args]);

test("an operator restores a deleted task while the server runs", async () => {
  const { base } = await serverOn(place.env);
  const { accessToken: token } = await register(base, "admin");
  const body = { title: "Water the plants", priority: "Low" };
  const made = await callServer(`${base}/api/tasks`, { body, token });
  const { id } = (made.body as TaskResponse).task;
  const url = `${base}/api/tasks/${id}`;
  await callServer(`${url}/comments`, { body: { comment: "Half of them" }, token });
  await callServer(url, { method: "DELETE", token });
  expect((await callServer(url, { token })).status).toBe(404);

  const restored = await restoreTask(id);
  expect(restored).toEqual({ code: 0, output: expect.stringContaining(body.title) as unknown });
  expect((await callServer(url, { token })).body).toMatchObject({ task: { title: body.title } });
  expect((await callServer(`${url}/comments`, { token })).body).toMatchObject({
    comments: [{ comment: "Half of them" }],
  });
  const board = await callServer(`${base}/api/kanban/board`, { token });
  expect(JSON.stringify(board.body)).toContain(id);
  const { entries } = (await callServer(`${base}/api/audit`, { token })).body as AuditPageResponse;
  expect(entries[0]).toMatchObject({ actor: { name: "Operator" }, action: "task.restored" });

  for (const args of [[id], ["nothing"], []]) {
    const refused = await restoreTask(...args);
    expect([args, refused.code]).toEqual([args, 1]);
    expect(refused.output).toMatch(/^Nothing was restored: [^\n]+\n$/);
  }
});

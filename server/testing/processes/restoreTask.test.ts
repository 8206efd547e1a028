import { execFile } from "node:child_process";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "@jest/globals";
import type { AuditPageResponse } from "#contract/audit.ts";
import type { TaskResponse } from "#contract/task.ts";
import { makePlace, type Place } from "#server/testing/place.ts";
import { callServer, killServers, register, serverOn } from "#server/testing/process.ts";

const SCRIPT = join(import.meta.dirname, "../../../scripts/restoreTask.ts");

let place: Place;

beforeEach(async () => (place = await makePlace()));
afterEach(async () => {
  await killServers();
  await place.drop();
});

/** Runs the command and waits until it exits. */
function restoreTask(...args: string[]): Promise<{ code: number; output: string }> {
  const env = { PATH: process.env["PATH"], ...place.env };
  return new Promise((resolve) => {
    execFile(process.execPath, [SCRIPT, ...args], { env }, (failure, stdout, stderr) =>
      resolve({ code: Number(failure?.code ?? 0), output: stdout + stderr }),
    );
  });
}

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

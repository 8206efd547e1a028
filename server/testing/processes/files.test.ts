import { randomBytes } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { expect, test } from "@jest/globals";
import type { FileResponse } from "#contract/shapes/file.ts";
import type { TaskResponse } from "#contract/shapes/task.ts";
import { sha256 } from "#server/testing/files.ts";
import { callServer, register, runTaskdeck, serverOn } from "#server/testing/process.ts";
import { testFolder, testPlace } from "#server/testing/testPlace.ts";

const ROUNDS = process.env["TEST_DEEP"] ? 50 : 4;

const inFolder = testFolder();
const place = testPlace({ hasTables: true });

/** What the servers have acknowledged: the SHA-256 of each file by its address. */
type Acknowledged = Map<string, string>;

/** Uploads random files until the server is gone. */
async function uploadOn(
  base: string,
  { token, taskId }: { token: string; taskId: string },
  acknowledged: Acknowledged,
): Promise<void> {
  for (;;) {
    const bytes = randomBytes(1 + Math.floor(Math.random() * 300_000));
    const url = `${base}/api/tasks/${taskId}/files?name=random.bin`;
    const headers = {
      authorization: `Bearer ${token}`,
      "content-type": "application/octet-stream",
    };
    const sent = fetch(url, { method: "POST", headers, body: bytes });
    const response = await sent.catch(() => undefined);
    const made = (await response?.json().catch(() => undefined)) as FileResponse | undefined;
    if (!response || !made) return;
    // A task has at most 100 files.
    if (response.status === 409) return;
    expect(response.status).toBe(201);
    acknowledged.set(`/api/tasks/${taskId}/files/${made.file.id}/content`, sha256(bytes));
  }
}

test("files that were acknowledged before kill -9 are there byte for byte, and no others are shown", async () => {
  const acknowledged: Acknowledged = new Map();
  let token = "";
  const env = { DATA_DIR: inFolder("data"), ...place.env };
  for (let round = 0; round <= ROUNDS; round += 1) {
    const { base, child, exit } = await serverOn(env);
    token ||= (await register(base)).accessToken;
    const created = await callServer(`${base}/api/tasks`, {
      token,
      body: { title: "Task", priority: "Low" },
    });
    const taskId = (created.body as TaskResponse).task.id;
    for (const [address, hash] of acknowledged) {
      const headers = { authorization: `Bearer ${token}` };
      const response = await fetch(base + address, { headers });
      expect([address, sha256(await response.bytes())]).toEqual([address, hash]);
    }
    if (round < ROUNDS) {
      const uploads = [1, 2, 3, 4].map(() => uploadOn(base, { token, taskId }, acknowledged));
      const before = acknowledged.size;
      while (acknowledged.size < before + 5) await pause(5);
      await pause(Math.random() * 50);
      child.kill("SIGKILL");
      await Promise.all(uploads);
    }
    child.kill("SIGKILL");
    await exit;
    const checked = await runTaskdeck(env, ["check-files", "--read"]);
    expect(checked).toMatchObject({ code: 0 });
    expect(checked.output).toMatch(/^(\d+) of \1 files/);
  }
  expect(acknowledged.size).toBeGreaterThanOrEqual(ROUNDS * 5);
});

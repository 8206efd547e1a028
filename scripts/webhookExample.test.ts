import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, test } from "@jest/globals";
import type { WebhookSecretResponse } from "#contract/webhook.ts";
import { callServer, freePort, killServers, register, serverOn } from "#server/testing/process.ts";

const page = readFileSync(path.resolve(import.meta.dirname, "../docs/webhooks.md"), "utf8");
const folder = mkdtempSync(path.join(tmpdir(), "taskdeck-webhooks-"));
let receiver: ChildProcess | undefined;

afterAll(async () => {
  receiver?.kill("SIGKILL");
  await killServers();
  rmSync(folder, { recursive: true });
});

test("the receiver of docs/webhooks.md verifies deliveries, and refuses forged ones", async () => {
  const env = { DATA_DIR: path.join(folder, "data"), WEBHOOK_PRIVATE_ADDRESSES: "on" };
  const { base } = await serverOn(env);
  const { accessToken: token } = await register(base, "admin");
  const port = await freePort();
  const url = `http://127.0.0.1:${port}/`;
  const made = await callServer(`${base}/api/webhooks`, {
    token,
    body: { url, events: "task.created" },
  });
  const { secret } = made.body as WebhookSecretResponse;

  const [, code = ""] = /^```js\n(.*?)^```$/ms.exec(page) ?? [];
  const file = path.join(folder, "receiver.mjs");
  writeFileSync(file, code);
  const child = spawn(process.execPath, [file], {
    env: { PORT: String(port), WEBHOOK_SECRET: secret },
    stdio: ["ignore", "pipe", "inherit"],
  });
  receiver = child;
  const output = child.stdout.setEncoding("utf8") as AsyncIterable<string>;
  const lines = output[Symbol.asyncIterator]();
  expect((await lines.next()).value).toBe("ready\n");

  const forged = await fetch(url, {
    method: "POST",
    headers: {
      "webhook-id": "1",
      "webhook-timestamp": String(Math.floor(Date.now() / 1000)),
      "webhook-signature": "v1,Zm9yZ2Vk",
    },
    body: '{"type":"task.created","data":{}}',
  });
  expect(forged.status).toBe(401);
  const task = { title: "Renew the certificate", priority: "High" };
  expect(await callServer(`${base}/api/tasks`, { token, body: task })).toMatchObject({
    status: 201,
  });
  expect((await lines.next()).value).toBe("task.created Renew the certificate\n");
});

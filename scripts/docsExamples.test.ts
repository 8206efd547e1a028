import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import type { ApiTokenCreatedResponse } from "#contract/shapes/apiToken.ts";
import type { WebhookSecretResponse } from "#contract/shapes/webhook.ts";
import {
  callServer,
  freePort,
  killServers,
  PASSWORD,
  register,
  serverOn,
} from "#server/testing/process.ts";

/** The fenced examples of a document in a language, in their order. */
function examples(name: string, language: string): string[] {
  const page = readFileSync(path.resolve(import.meta.dirname, "../docs", name), "utf8");
  const fences = Array.from(page.matchAll(/^```(\w+)\n(.*?)^```$/gms));
  return fences.filter(([, word]) => word === language).map(([, , code = ""]) => code);
}

const folder = mkdtempSync(path.join(tmpdir(), "taskdeck-examples-"));
const programs: ChildProcess[] = [];
let base: string;
let adminToken: string;
let env: Record<string, string>;

beforeAll(async () => {
  const settings = { DATA_DIR: path.join(folder, "data"), WEBHOOK_PRIVATE_ADDRESSES: "on" };
  ({ base } = await serverOn(settings));
  const { accessToken: token } = await register(base);
  const admin = await register(base, "admin");
  adminToken = admin.accessToken;
  const body = { name: "Examples", scope: "write", days: 7 };
  const created = await callServer(`${base}/api/tokens`, { token, body });
  env = {
    TASKDECK_URL: base,
    TASKDECK_TOKEN: (created.body as ApiTokenCreatedResponse).secret,
    TASKDECK_EMAIL: admin.user.email,
    TASKDECK_PASSWORD: PASSWORD,
  };
});
afterAll(async () => {
  for (const program of programs) program.kill("SIGKILL");
  await killServers();
  rmSync(folder, { recursive: true });
});

/** Runs an example as a program. */
function run(code: string, settings: Record<string, string>) {
  const file = path.join(folder, `example-${programs.length}.mjs`);
  writeFileSync(file, code);
  const program = spawn(process.execPath, [file], { env: settings });
  programs.push(program);
  return program;
}

test("the JavaScript examples of docs/api.md work against a server", async () => {
  const blocks = examples("api.md", "js");
  expect(blocks.length).toBeGreaterThan(5);
  const program = run(blocks.join("\n"), env);
  const ended = once(program, "close");
  const [stdout, stderr] = await Promise.all([text(program.stdout), text(program.stderr)]);
  expect({ status: (await ended)[0] as unknown, stderr, lines: stdout.split("\n") }).toEqual({
    status: 0,
    stderr: "",
    lines: [
      "created Renew the certificate",
      "to do: Renew the certificate without a day",
      "pages: 1",
      expect.stringMatching(/^created: Renew the certificate by \S/),
      "older changes: none",
      "found 1",
      "comment: The new one is ordered.",
      '400: {"errors":[{"param":"title","msg":"Title must be at least 3 characters"}]}',
      `line 1: made ${base}/invitation`,
      expect.stringMatching(/^line 2: invalid .+/),
      "revoked invitation grace@example.com",
      "attached plan.txt 8",
      "",
    ],
  });
});

test("the call of the curl example in docs/api.md succeeds", async () => {
  const [example = "", ...others] = examples("api.md", "sh");
  expect(others).toEqual([]);
  const filled = example.replaceAll(/\$(\w+)/g, (_all, name: string) => env[name] ?? "");
  const [, name = "", value = "", url = ""] =
    /--header "([^"]+): ([^"]+)" "([^"]+)"\n$/.exec(filled) ?? [];
  // Sent by fetch, because curl may not be installed.
  const response = await fetch(url, { headers: { [name]: value } });
  expect(response.status).toBe(200);
  expect(await response.json()).toMatchObject({ tasks: [] });
});

test("the receiver of docs/webhooks.md verifies deliveries, and refuses forged ones", async () => {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}/`;
  const made = await callServer(`${base}/api/webhooks`, {
    token: adminToken,
    body: { url, events: "task.created" },
  });
  const { secret } = made.body as WebhookSecretResponse;
  const [code = ""] = examples("webhooks.md", "js");
  const { stdout } = run(code, { PORT: String(port), WEBHOOK_SECRET: secret });
  const lines = (stdout.setEncoding("utf8") as AsyncIterable<string>)[Symbol.asyncIterator]();
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
  const body = { title: "Renew the certificate", priority: "High" };
  const created = await callServer(`${base}/api/tasks`, { token: adminToken, body });
  expect(created.status).toBe(201);
  expect((await lines.next()).value).toBe("task.created Renew the certificate\n");
});

import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import type { ApiTokenCreatedResponse } from "#contract/apiToken.ts";
import { callServer, killServers, PASSWORD, register, serverOn } from "#server/testing/process.ts";

const page = readFileSync(path.resolve(import.meta.dirname, "../docs/api.md"), "utf8");

/** The fenced examples in a language, in their order. */
const examples = (language: string): string[] =>
  Array.from(page.matchAll(/^```(\w+)\n(.*?)^```$/gms), ([, name, code = ""]) => ({ name, code }))
    .filter(({ name }) => name === language)
    .map(({ code }) => code);

const folder = mkdtempSync(path.join(tmpdir(), "taskdeck-examples-"));
let env: Record<string, string>;

beforeAll(async () => {
  const { base } = await serverOn({ DATA_DIR: path.join(folder, "data") });
  const { accessToken: token } = await register(base);
  const admin = await register(base, "admin");
  const body = { name: "Examples", scope: "write", days: 7 };
  const created = await callServer(`${base}/api/tokens`, { token, body });
  env = {
    PATH: process.env["PATH"] ?? "",
    TASKDECK_URL: base,
    TASKDECK_TOKEN: (created.body as ApiTokenCreatedResponse).secret,
    TASKDECK_EMAIL: admin.user.email,
    TASKDECK_PASSWORD: PASSWORD,
  };
});
afterAll(async () => {
  await killServers();
  rmSync(folder, { recursive: true });
});

/** Runs a program without blocking forever. Throws if it isn't installed. */
function run(command: string, args: string[]) {
  const { error, status, stdout, stderr } = spawnSync(command, args, {
    env,
    encoding: "utf8",
    timeout: 60_000,
  });
  if (error) throw error;
  return { status, stdout, stderr };
}

test("the JavaScript examples of docs/api.md work against a server", () => {
  const blocks = examples("js");
  expect(blocks.length).toBeGreaterThan(5);
  const file = path.join(folder, "examples.mjs");
  writeFileSync(file, blocks.join("\n"));
  const { status, stderr, stdout } = run(process.execPath, [file]);
  expect({ status, stderr, lines: stdout.split("\n") }).toEqual({
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
      `line 1: made ${env["TASKDECK_URL"]}/invitation`,
      expect.stringMatching(/^line 2: invalid .+/),
      "revoked invitation grace@example.com",
      "",
    ],
  });
});

test("the call of the curl example in docs/api.md succeeds", async () => {
  const [example = "", ...others] = examples("sh");
  expect(others).toEqual([]);
  const [, header = "", url = ""] = /--header "([^"]+)" "([^"]+)"\n$/.exec(example) ?? [];
  const filled = (text: string) =>
    text.replaceAll(/\$(\w+)/g, (_all, name: string) => env[name] ?? "");
  // Sent by fetch, because curl may not be installed.
  const [name = "", value = ""] = filled(header).split(": ");
  const response = await fetch(filled(url), { headers: { [name]: value } });
  expect(response.status).toBe(200);
  expect(await response.json()).toMatchObject({ tasks: [] });
});

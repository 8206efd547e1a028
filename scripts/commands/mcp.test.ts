import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "@jest/globals";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import {
  type CallToolResult,
  ElicitRequestSchema,
  type ElicitResult,
} from "@modelcontextprotocol/sdk/types.js";
import type { ApiTokenScope } from "#contract/apiToken.ts";
import type { ApiTokenCreatedResponse } from "#contract/shapes/apiToken.ts";
import type { FilesResponse } from "#contract/shapes/file.ts";
import type { SessionResponse } from "#contract/shapes/session.ts";
import type { TaskPageResponse, TaskResponse } from "#contract/shapes/task.ts";
import { callServer, killServers, register, serverOn } from "#server/testing/process.ts";

let base: string;
let session: SessionResponse;
const dataDir = mkdtempSync(path.join(tmpdir(), "taskdeck-mcp-"));
const clients: Client[] = [];

beforeAll(async () => {
  const server = await serverOn({ DATA_DIR: dataDir, BASE_PATH: "/tasks" });
  base = `${server.base}/tasks`;
  session = await register(base);
});
afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.close()));
});
afterAll(async () => {
  await killServers();
  rmSync(dataDir, { recursive: true });
});

/** Starts `taskdeck mcp`'s program with a new token. `answer` is the user's answer to a question. */
async function connect(scope: ApiTokenScope, answer?: (question: string) => ElicitResult) {
  const { body } = await callServer(`${base}/api/tokens`, {
    token: session.accessToken,
    body: { name: "Agent", scope, days: 7 },
  });
  const { secret } = body as ApiTokenCreatedResponse;
  const client = new Client(
    { name: "test", version: "1" },
    { capabilities: answer ? { elicitation: {} } : {} },
  );
  if (answer) client.setRequestHandler(ElicitRequestSchema, ({ params }) => answer(params.message));
  clients.push(client);
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [path.resolve(import.meta.dirname, "../../bin/taskdeck.mjs"), "mcp"],
      env: { TASKDECK_URL: base, TASKDECK_TOKEN: secret },
    }),
  );
  return async (name: string, args: object = {}) => {
    const result = (await client.callTool({ name, arguments: { ...args } })) as CallToolResult;
    const [first] = result.content;
    return { isError: result.isError === true, text: first?.type === "text" ? first.text : "" };
  };
}

type Tools = Awaited<ReturnType<typeof connect>>;

async function create(call: Tools, title: string): Promise<string> {
  const { text } = await call("create_task", { title });
  return (JSON.parse(text) as TaskResponse).task.id;
}

test("creates, finds, changes, moves and comments on tasks in the token's name", async () => {
  const call = await connect("write");
  const id = await create(call, "Order the oak boards");
  await call("update_task", { id, priority: "High", description: "12 of them" });
  await call("move_task", { id, status: "In Progress" });
  await call("comment_on_task", { id, comment: "The carpenter needs them on Monday" });
  expect(JSON.parse((await call("get_task", { id })).text)).toMatchObject({
    task: { status: "In Progress", priority: "High", assignee_id: session.user.id },
    comments: [{ comment: "The carpenter needs them on Monday", user_id: session.user.id }],
  });
  const pages = [
    await call("find_tasks", { search: "carpenter" }),
    await call("list_tasks", { status: "In Progress", assignee: session.user.id }),
  ];
  for (const { text } of pages) {
    expect((JSON.parse(text) as TaskPageResponse).tasks).toMatchObject([{ id }]);
  }
  expect((await call("list_users")).text).toContain(session.user.id);
  expect(JSON.parse((await call("list_teams")).text)).toEqual({ teams: [] });
});

test("passes on the server's refusals", async () => {
  const call = await connect("read");
  expect(await call("create_task", { title: "Not allowed" })).toEqual({
    isError: true,
    text: "This API token may only read",
  });
  expect(await call("get_task", { id: "none" })).toMatchObject({
    isError: true,
    text: "Task not found",
  });
});

describe("delete_task", () => {
  const exists = async (call: Tools, id: string) => !(await call("get_task", { id })).isError;

  test("asks the user if the client can, and follows the answer", async () => {
    const questions: string[] = [];
    const answers: ElicitResult[] = [
      { action: "decline" },
      { action: "accept", content: { delete: false } },
      { action: "accept", content: { delete: true } },
    ];
    const call = await connect("write", (question) => {
      questions.push(question);
      return answers.shift() ?? { action: "cancel" };
    });
    const id = await create(call, "Paint the shed");
    for (const isKept of [true, true, false]) {
      // The title as confirmation doesn't replace the user's answer.
      const { isError } = await call("delete_task", { id, confirm: "Paint the shed" });
      expect(isError).toBe(isKept);
      expect(await exists(call, id)).toBe(isKept);
    }
    expect(questions).toEqual(Array(3).fill('Delete the task "Paint the shed" with its comments?'));
  });

  test("needs the task's title from a client that can't ask", async () => {
    const call = await connect("write");
    const id = await create(call, "Water the plants");
    for (const confirm of [undefined, "yes", "water the plants"]) {
      expect(await call("delete_task", { id, confirm })).toMatchObject({ isError: true });
    }
    expect(await exists(call, id)).toBe(true);
    expect(await call("delete_task", { id, confirm: "Water the plants" })).toMatchObject({
      isError: false,
    });
    expect(await exists(call, id)).toBe(false);
  });
});

test("lists the files of a task and reads the text ones", async () => {
  const call = await connect("write");
  const id = await create(call, "Read the notes");
  const add = async (name: string, body: string) =>
    await fetch(`${base}/api/tasks/${id}/files?name=${name}`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${session.accessToken}`,
        "content-type": "application/octet-stream",
      },
      body,
    });
  await add("notes.txt", "ä".repeat(60_000));
  await add("plan.pdf", "%PDF-1.4");
  const { files } = JSON.parse((await call("list_files", { id })).text) as FilesResponse;
  expect(files.map(({ name, type }) => [name, type])).toEqual([
    ["notes.txt", "text/plain"],
    ["plan.pdf", "application/pdf"],
  ]);
  const [notes, plan] = files.map((file) => ({ id, file_id: file.id }));
  expect(await call("read_file", notes)).toEqual({ isError: false, text: "ä".repeat(50_000) });
  expect(await call("read_file", plan)).toEqual({
    isError: true,
    text: "plan.pdf is no text: application/pdf",
  });
  expect(await call("read_file", { id, file_id: "none" })).toMatchObject({ isError: true });
});

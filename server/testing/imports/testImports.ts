import { readFileSync } from "node:fs";
import path from "node:path";
import type { Readable } from "node:stream";
import { expect } from "@jest/globals";
import type { ImportDetail, ImportResponse } from "#contract/shapes/imports.ts";
import { pruneImports } from "#server/imports/prune.ts";
import { JOB_KINDS } from "#server/jobKinds.ts";
import type { Lease } from "#server/jobs/lease.ts";
import { finishJob, workOn } from "#server/jobs/step.ts";
import type { TestResponse, TestServer, TestUser } from "#server/testing/server.ts";

/** An export of another program, in this folder. */
export const fixture = (name: string): Buffer => readFileSync(path.join(import.meta.dirname, name));

export const importOf = (answer: TestResponse): ImportDetail => {
  expect(answer).toMatchObject({ status: 200 });
  return (answer.body as ImportResponse).import;
};

/** Uploads and runs files as an admin, and reads what the imports created. */
export function testImports(server: TestServer, admin: TestUser) {
  async function send(bytes: Uint8Array | Readable | string) {
    const response = await server.app.inject({
      method: "POST",
      url: "/api/imports?name=harbour",
      headers: {
        authorization: `Bearer ${admin.accessToken}`,
        "content-type": "application/octet-stream",
        "x-time-zone": "Europe/Berlin",
      },
      payload: bytes instanceof Uint8Array ? Buffer.from(bytes) : bytes,
    });
    return { status: response.statusCode, body: response.json() as unknown };
  }

  async function upload(bytes: Uint8Array | string): Promise<ImportDetail> {
    const answer = await send(bytes);
    expect(answer).toMatchObject({ status: 201 });
    return (answer.body as ImportResponse).import;
  }

  const run = async (id: string, body: object = {}, dry = false): Promise<ImportDetail> =>
    importOf(await admin.call("POST", `/api/imports/${id}/run`, { dry, ...body }));

  async function runFile(bytes: Uint8Array | string, body: object = {}): Promise<ImportDetail> {
    return await run((await upload(bytes)).id, body);
  }

  const tasks = () => server.db.selectFrom("tasks").selectAll().orderBy("title").execute();
  const comments = () =>
    server.db.selectFrom("comments").selectAll().orderBy("created_at").orderBy("id").execute();
  const task = async (title: string) => (await tasks()).find((one) => one.title === title);

  /** The names of a task's labels with their colours, in the order of the names. */
  const labels = async (title: string) =>
    (
      await server.db
        .selectFrom("task_labels")
        .innerJoin("labels", "labels.id", "task_labels.label_id")
        .innerJoin("tasks", "tasks.id", "task_labels.task_id")
        .select(["name", "color"])
        .where("title", "=", title)
        .orderBy("name")
        .execute()
    ).map(({ name, color }) => (color === "gray" ? name : `${name} (${color})`));

  /** Does a job in this process. */
  const finish = async (lease: Lease) => await finishJob(workOn(server.deps, JOB_KINDS, lease));
  const prune = async (at: Date) => await pruneImports(server.db, at, finish);

  return { send, upload, run, runFile, finish, prune, tasks, task, labels, comments };
}

import { randomBytes } from "node:crypto";
import {
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { afterEach, beforeEach, expect, test } from "@jest/globals";
import type { FileResponse } from "#contract/shapes/file.ts";
import type { SessionResponse } from "#contract/shapes/session.ts";
import type { TaskResponse } from "#contract/shapes/task.ts";
import { databaseSize } from "#server/db/backup/appendedFiles.ts";
import { makePlace, type Place } from "#server/testing/place.ts";
import { callServer, PASSWORD, register, runTaskdeck, serverOn } from "#server/testing/process.ts";
import { testFolder, testPlace } from "#server/testing/testPlace.ts";

const inFolder = testFolder();
const source = testPlace({ hasTables: true });
let target: Place;
beforeEach(async () => {
  target = await makePlace();
});
afterEach(() => target.drop());

const CONTENTS = [
  Buffer.from("Hello"),
  randomBytes(3_000_000),
  Buffer.from("Hello"),
  randomBytes(1),
];

/** The variables of a server with a data folder of its own, also on PostgreSQL. */
const envOf = ({ env }: Place, name: string) => ({ DATA_DIR: inFolder(name), ...env });

/** Uploads files to a server. Returns their addresses and the user. */
async function fill(env: Record<string, string>) {
  const { base, child, exit } = await serverOn(env);
  const { accessToken: token, user } = await register(base);
  const body = { title: "Task", priority: "Low" };
  const created = await callServer(`${base}/api/tasks`, { token, body });
  const url = `/api/tasks/${(created.body as TaskResponse).task.id}/files`;
  const urls: string[] = [];
  for (const [index, bytes] of CONTENTS.entries()) {
    const headers = {
      authorization: `Bearer ${token}`,
      "content-type": "application/octet-stream",
    };
    const sent = { method: "POST", headers, body: bytes };
    const made = await fetch(`${base}${url}?name=${index}.bin`, sent);
    urls.push(`${url}/${((await made.json()) as FileResponse).file.id}/content`);
  }
  child.kill("SIGTERM");
  await exit;
  return { urls, email: user.email };
}

test("a backup has the bytes of all files in its one file, and a restore puts them in place", async () => {
  const [from, to] = [envOf(source, "source"), envOf(target, "target")];
  const { urls, email } = await fill(from);
  const file = inFolder("backup.db");
  const written = await runTaskdeck(from, ["backup", file]);
  expect(written).toMatchObject({ code: 0 });
  // The same bytes once.
  expect(statSync(file).size - databaseSize(file)).toBe(5 + 3_000_000 + 1);
  expect(await runTaskdeck(to, ["restore", file])).toMatchObject({ code: 0 });
  const checked = await runTaskdeck(to, ["check-files", "--read"]);
  expect([checked.code, checked.output]).toEqual([0, expect.stringMatching(/^4 of 4 files/)]);

  const { base } = await serverOn(to);
  const login = { body: { email, password: PASSWORD } };
  const { body } = await callServer(`${base}/api/auth/login`, login);
  const headers = { authorization: `Bearer ${(body as SessionResponse).accessToken}` };
  for (const [index, url] of urls.entries()) {
    const read = Buffer.from(await (await fetch(base + url, { headers })).arrayBuffer());
    expect([url, CONTENTS[index]?.equals(read)]).toEqual([url, true]);
  }
}, 120_000);

test("a restore refuses a backup whose files are cut or changed, and changes nothing", async () => {
  const [from, to] = [envOf(source, "source"), envOf(target, "target")];
  await fill(from);
  const file = inFolder("backup.db");
  await runTaskdeck(from, ["backup", file]);
  const bytes = readFileSync(file);
  truncateSync(file, bytes.length - 1);
  const refused = async (reason: RegExp) =>
    expect(await runTaskdeck(to, ["restore", file])).toMatchObject({
      code: 1,
      output: expect.stringMatching(reason) as unknown,
    });
  await refused(/is damaged: it is incomplete/);
  const changed = Buffer.from(bytes);
  changed.writeUInt8(changed.readUInt8(bytes.length - 1) ^ 1, bytes.length - 1);
  writeFileSync(file, changed);
  await refused(/is damaged: the bytes of a file have changed/);
  writeFileSync(file, bytes);
  expect(await runTaskdeck(to, ["restore", file])).toMatchObject({ code: 0 });
}, 120_000);

test("a backup without files says what a restore lacks, until the folder is copied", async () => {
  const [from, to] = [envOf(source, "source"), envOf(target, "target")];
  await fill(from);
  const file = inFolder("backup.db");
  await runTaskdeck(from, ["backup", "--without-files", file]);
  expect(statSync(file).size).toBe(databaseSize(file));
  const { output } = await runTaskdeck(to, ["restore", file]);
  expect(output).toContain('The bytes of 3 files are missing: "taskdeck check-files" names them.');
  const missing = await runTaskdeck(to, ["check-files"]);
  expect(missing.code).toBe(1);
  expect(missing.output).toMatch(/^"0.bin" of the task \S+ \(file \S+\): its bytes are missing$/m);
  // The folder may be a mount, or be shared.
  cpSync(`${from.DATA_DIR}/files`, inFolder("shared"), { recursive: true });
  mkdirSync(to.DATA_DIR, { recursive: true });
  symlinkSync(inFolder("shared"), `${to.DATA_DIR}/files`);
  expect((await runTaskdeck(to, ["check-files", "--read"])).code).toBe(0);

  // A restore over other data keeps the files that were there.
  await runTaskdeck(from, ["backup", inFolder("again.db")]);
  const again = await runTaskdeck(to, ["restore", inFolder("again.db"), "--replace"]);
  expect([again.code, again.output]).toEqual([
    0,
    expect.stringMatching(/^The former files are in .*files\/replaced-/m),
  ]);
  expect((await runTaskdeck(to, ["check-files", "--read"])).code).toBe(0);
  const stored = readdirSync(inFolder("shared"), { recursive: true }).map(String);
  expect(stored.filter((name) => /^replaced-.*[0-9a-f]{64}$/.test(name))).toHaveLength(3);
}, 120_000);

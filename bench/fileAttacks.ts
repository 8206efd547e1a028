import { connect } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import type { UploadResponse } from "#contract/shapes/file.ts";
import type { TaskResponse } from "#contract/shapes/task.ts";
import { type Attack, countsOf, MB, type Target } from "./attackTarget.ts";

const COUNT = 32;
const FILE = Buffer.alloc(25 * MB, "x");

async function addTask({ call }: Target): Promise<string> {
  const made = await call("POST", "/api/tasks", { title: "Has files", priority: "Low" });
  return `/api/tasks/${((await made.json()) as TaskResponse).task.id}`;
}

const all = async <T>(work: () => Promise<T>) =>
  await Promise.all(Array.from({ length: COUNT }, work));

export const FILE_ATTACKS: Record<string, Attack> = {
  "23. 32 files of 25 MB at once": async (target) => {
    const url = `${target.server.url}${await addTask(target)}/files`;
    const headers = {
      authorization: `Bearer ${target.session.accessToken}`,
      "content-type": "application/octet-stream",
    };
    return countsOf(
      await all(async () => await fetch(url, { method: "POST", headers, body: FILE })),
    );
  },
  "23. 32 files that stall at 24 MB": async (target) => {
    const { hostname, port } = new URL(target.server.url);
    const url = `${await addTask(target)}/files`;
    const head = `POST ${url} HTTP/1.1\r\nhost: ${hostname}:${port}\r\nauthorization: Bearer ${target.session.accessToken}\r\ncontent-type: application/octet-stream\r\ncontent-length: ${FILE.length}\r\n\r\n`;
    const sockets = Array.from({ length: COUNT }, () => connect(Number(port), hostname));
    for (const socket of sockets) {
      socket.on("error", () => undefined).resume();
      socket.write(head);
      socket.write(FILE.subarray(MB));
    }
    await pause(15_000);
    for (const socket of sockets) socket.destroy();
    return "after 15 s";
  },
  "23. 20 resumable files of 25 MB that end at once": async (target) => {
    const task = await addTask(target);
    const headers = { authorization: `Bearer ${target.session.accessToken}` };
    const send = async (url: string, from: number, to: number) =>
      await fetch(target.server.url + url, {
        method: "PATCH",
        headers: {
          ...headers,
          "content-type": "application/offset+octet-stream",
          "upload-offset": String(from),
        },
        body: FILE.subarray(from, to),
      });
    const urls = await Promise.all(
      Array.from({ length: 20 }, async () => {
        const begun = await fetch(`${target.server.url}${task}/uploads`, {
          method: "POST",
          headers: { ...headers, "upload-length": String(FILE.length) },
        });
        const { upload } = (await begun.json()) as UploadResponse;
        await send(upload.url, 0, FILE.length - 1);
        return upload.url;
      }),
    );
    return countsOf(
      await Promise.all(urls.map(async (url) => await send(url, FILE.length - 1, FILE.length))),
    );
  },
};

import { createHash } from "node:crypto";
import { expect } from "@jest/globals";
import type { FileResponse, FilesResponse, TaskFile } from "#contract/shapes/file.ts";
import type { TestServer, TestUser } from "./server.ts";

interface Upload {
  bytes?: Uint8Array | string;
  name?: string;
  headers?: Record<string, string>;
}

/** Sends files to a server, and reads them. */
export function filesOf({ app }: Pick<TestServer, "app">) {
  const bearer = ({ accessToken }: Pick<TestUser, "accessToken">) => ({
    authorization: `Bearer ${accessToken}`,
  });

  /** Uploads bytes as the body. */
  async function upload(
    user: Pick<TestUser, "accessToken">,
    taskId: string,
    { bytes = "Hello", name = "note.txt", headers }: Upload = {},
  ) {
    const response = await app.inject({
      method: "POST",
      url: `/api/tasks/${taskId}/files?name=${encodeURIComponent(name)}`,
      headers: { ...bearer(user), "content-type": "application/octet-stream", ...headers },
      payload: Buffer.from(bytes as Uint8Array),
    });
    return { status: response.statusCode, body: response.json<FileResponse & { error: string }>() };
  }

  return {
    bearer,
    upload,
    async add(user: TestUser, taskId: string, sent?: Upload): Promise<TaskFile> {
      const { status, body } = await upload(user, taskId, sent);
      expect({ status, body }).toMatchObject({ status: 201 });
      return body.file;
    },
    async list({ call }: TestUser, taskId: string): Promise<TaskFile[]> {
      return ((await call("GET", `/api/tasks/${taskId}/files`)).body as FilesResponse).files;
    },
    /** Reads a file's bytes with a token, or at an address. */
    async read(url: string, user?: Pick<TestUser, "accessToken">) {
      const headers = user ? bearer(user) : {};
      const { statusCode, headers: got, rawPayload } = await app.inject({ url, headers });
      return { status: statusCode, headers: got, bytes: rawPayload };
    },
  };
}

export const sha256 = (bytes: Uint8Array | string): string =>
  createHash("sha256").update(bytes).digest("hex");

import type { Readable } from "node:stream";
import { Busboy, type BusboyHeaders } from "@fastify/busboy";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Config } from "#server/config.ts";
import { badRequest, Refusal, tooLarge } from "#server/refusals.ts";
import type { FileStore, StoredBytes } from "./store.ts";

/** A file that has arrived: its bytes are stored, but no task has it yet. */
export class ReceivedFile {
  readonly bytes: StoredBytes;
  /** The name in a multipart body. */
  readonly name: string | undefined;

  constructor(bytes: StoredBytes, name?: string) {
    this.bytes = bytes;
    this.name = name;
  }
}

const NO_FILE = "Send the file as the body, or as a part of multipart/form-data";
const PARTS_MAX = 20;
const LIMITS = { files: 1, fields: PARTS_MAX, parts: PARTS_MAX, fieldSize: 1024, headerPairs: 20 };

export const fileTooLarge = (maxBytes: number) =>
  tooLarge(`A file may have at most ${Math.floor(maxBytes / 1024 ** 2)} MB`);

/** The bytes of a stream, which stays open after a failure so that the response can be sent. */
export async function* limited(stream: Readable, maxBytes: number): AsyncGenerator<Buffer> {
  let size = 0;
  for await (const chunk of stream.iterator({ destroyOnReturn: false })) {
    const bytes = chunk as Buffer;
    size += bytes.length;
    if (size > maxBytes) throw fileTooLarge(maxBytes);
    yield bytes;
  }
  if (size === 0) throw badRequest("The file is empty");
}

/** Stores the one file of a multipart body. Its other parts are ignored. */
async function receivePart(
  request: FastifyRequest,
  payload: Readable,
  store: FileStore,
  maxBytes: number,
): Promise<ReceivedFile> {
  const { promise: whole, resolve, reject } = Promise.withResolvers<void>();
  const busboy = newBusboy(request);
  let receiving: Promise<ReceivedFile> | undefined;
  let arriving: Readable | undefined;
  const fail = (failure: Error) => {
    // What is left of the body has no other reader.
    payload.unpipe(busboy);
    payload.resume();
    arriving?.destroy(failure);
    reject(failure);
  };
  const isMalformed = () => fail(badRequest("The body is not complete multipart/form-data"));
  busboy.on("file", (_field, part, fileName) => {
    arriving = part;
    part.on("error", isMalformed);
    receiving = store
      .write(limited(part, maxBytes))
      .then((bytes) => new ReceivedFile(bytes, fileName));
    receiving.catch(fail);
  });
  busboy.on("error", isMalformed);
  busboy.on("finish", resolve);
  payload.once("error", isMalformed);
  payload.once("close", () => {
    if (!payload.readableEnded) isMalformed();
  });
  payload.pipe(busboy);
  await whole.catch(async (failure: unknown) => {
    // Until then, the store has a partial file.
    await receiving?.catch(() => undefined);
    throw failure;
  });
  if (!receiving) throw badRequest(NO_FILE);
  return await receiving;
}

/** Throws a 400 if the header has no boundary. */
function newBusboy({ headers }: FastifyRequest): InstanceType<typeof Busboy> {
  try {
    return new Busboy({ headers: headers as BusboyHeaders, limits: LIMITS });
  } catch {
    throw badRequest("The body is not complete multipart/form-data");
  }
}

/**
 * Accepts files as bodies of any media type, and in multipart bodies. Bytes go to the store while they arrive,
 * before the hooks that check the session again. Covers the routes of this scope only.
 */
export function acceptFiles(scope: FastifyInstance, store: FileStore, config: Config): void {
  async function receive(request: FastifyRequest, payload: Readable, isMultipart: boolean) {
    const { "content-encoding": encoding = "identity", "content-length": length } = request.headers;
    if (encoding !== "identity") {
      throw new Refusal("unsupported", { error: "Send the file without a content-encoding" });
    }
    const { maxBytes } = config.files;
    const received = isMultipart
      ? await receivePart(request, payload, store, maxBytes)
      : new ReceivedFile(await store.write(limited(payload, maxBytes), Number(length ?? 0)));
    // Repeats are recognised by the body's text.
    request.bodyText = JSON.stringify([received.bytes.sha256, received.name]);
    return received;
  }
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser(
    "multipart/form-data",
    async (request: FastifyRequest, payload: Readable) => await receive(request, payload, true),
  );
  scope.addContentTypeParser(
    "*",
    async (request: FastifyRequest, payload: Readable) => await receive(request, payload, false),
  );
}

/** The file that {@link acceptFiles} has received. */
export function receivedFile(body: unknown): ReceivedFile {
  if (body instanceof ReceivedFile) return body;
  throw badRequest(NO_FILE);
}

import { text } from "node:stream/consumers";
import type { FastifyInstance, LightMyRequestResponse } from "fastify";

/** With these statuses a `Response` may have no body. */
const STATUSES_WITHOUT_BODY = new Set([101, 204, 205, 304]);

/** The body of an event stream, until the server or the reader ends it. */
function streamBody(
  { raw, stream }: LightMyRequestResponse,
  signal: AbortSignal,
): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      const abort = () => {
        raw.res.destroy();
        controller.error(signal.reason);
      };
      signal.addEventListener("abort", abort);
      const source = stream();
      source.on("data", (chunk: Buffer) => controller.enqueue(new Uint8Array(chunk)));
      source.on("end", () => {
        signal.removeEventListener("abort", abort);
        controller.close();
      });
      // The reader has aborted.
      source.on("error", () => undefined);
    },
    cancel: () => void raw.res.destroy(),
  });
}

/** Sends a request to the server in process, and returns the response as `fetch` does. */
export async function injectRequest(
  app: Pick<FastifyInstance, "inject">,
  request: Request,
  url: string,
  payload: string,
): Promise<Response> {
  const response = await app.inject({
    method: request.method as "GET",
    url,
    headers: Object.fromEntries(request.headers.entries()),
    payloadAsStream: true,
    ...(payload && { payload }),
  });
  const { headers: sent, statusCode: status } = response;
  const headers = new Headers();
  for (const [name, value] of Object.entries(sent)) headers.set(name, String(value));
  if (sent["content-type"] === "text/event-stream") {
    return new Response(streamBody(response, request.signal), { status, headers });
  }
  const body = await text(response.stream());
  return new Response(STATUSES_WITHOUT_BODY.has(status) ? null : body, { status, headers });
}

/** Rejects when the signal aborts before the response arrives. */
export function untilAborted<T>(signal: AbortSignal, response: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason as Error);
    if (signal.aborted) abort();
    signal.addEventListener("abort", abort);
    response.then(resolve, reject);
  });
}

import { type IncomingMessage, request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import type { LookupFunction } from "node:net";
import { storableText } from "#contract/text.ts";
import { DELIVERY_ERROR_MAX } from "#contract/webhook.ts";
import { addressIn, isPublicAddress, NotPublic } from "./publicAddress.ts";

/** How deliveries are sent. */
export interface PostOptions {
  /** Whether addresses that are not public, and http, are allowed. */
  isPrivateAllowed: boolean;
  /** Resolves names, and refuses those that are not public; not used for private addresses. */
  lookup: LookupFunction;
  /** The time in ms for the whole exchange. */
  timeoutMs: number;
}

/** The result of one attempt. `error` is null if the receiver accepted the delivery. */
export interface DeliveryResult {
  code: number | null;
  error: string | null;
}

/** The number of bytes of a response that are read. */
const RESPONSE_BYTES_MAX = 4_096;
/** The maximum number of informational responses (1xx) before the response. */
const INFORMATIONAL_MAX = 10;

/** Reads the beginning of a response, and closes the connection. */
async function excerptOf(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes >= RESPONSE_BYTES_MAX) break;
  }
  const text = Buffer.concat(chunks).subarray(0, RESPONSE_BYTES_MAX).toString();
  return storableText(text.replaceAll(/\p{Cc}+/gu, " "));
}

const shortened = (text: string) => Array.from(text).slice(0, DELIVERY_ERROR_MAX).join("");

async function outcomeOf(response: IncomingMessage): Promise<DeliveryResult> {
  const { statusCode: code = 0 } = response;
  if (code >= 200 && code < 300) {
    response.destroy();
    return { code, error: null };
  }
  if (code >= 300 && code < 400) {
    response.destroy();
    return { code, error: "Redirects are not followed" };
  }
  const excerpt = await excerptOf(response);
  return { code, error: shortened(excerpt) || "The response has no text" };
}

/** A sentence for an admin about a request without a response. */
function explain(failure: unknown, timeoutMs: number): string {
  const { name, code, message } = Object(failure);
  if (name === "TimeoutError") return `No response within ${timeoutMs / 1000} seconds`;
  if (failure instanceof NotPublic) return message;
  if (code === "ENOTFOUND") return "The host name is unknown";
  if (code === "ECONNREFUSED") return "The connection was refused";
  return shortened(`The request failed: ${code ?? message}`);
}

/**
 * Sends a delivery. No redirect is followed, no connection is reused, and little of the response is
 * read. Never throws: `signal` ends it as a failure.
 */
export async function postDelivery(
  url: string,
  { headers, payload }: { headers: Record<string, string>; payload: string },
  { isPrivateAllowed, lookup, timeoutMs }: PostOptions,
  signal: AbortSignal,
): Promise<DeliveryResult> {
  try {
    const target = new URL(url);
    const address = addressIn(target);
    if (!isPrivateAllowed && target.protocol !== "https:") {
      return { code: null, error: "The URL must begin with https://" };
    }
    if (!isPrivateAllowed && address && !isPublicAddress(address)) throw new NotPublic();
    const request = target.protocol === "https:" ? requestHttps : requestHttp;
    const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
    const sending = request(target, {
      method: "POST",
      agent: false,
      headers: {
        ...headers,
        "content-type": "application/json",
        "content-length": Buffer.byteLength(payload),
        "user-agent": "Taskdeck-Webhooks",
      },
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
      ...(!isPrivateAllowed && { lookup }),
    });
    sending.on("error", reject);
    sending.on("response", resolve);
    // A response that switches protocols closes the connection, and is no error to Node.
    sending.on("close", () => reject(new Error("There is no response")));
    let informational = 0;
    sending.on("information", () => {
      informational += 1;
      if (informational <= INFORMATIONAL_MAX) return;
      sending.destroy(new Error("The receiver sends informational responses only"));
    });
    sending.end(payload);
    return await outcomeOf(await promise);
  } catch (failure) {
    const cause: unknown = Object(failure).cause ?? failure;
    return { code: null, error: explain(cause, timeoutMs) };
  }
}

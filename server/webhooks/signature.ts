import { createHmac, randomBytes } from "node:crypto";

const PREFIX = "whsec_";
const KEY_BYTES = 32;

/** The secret of a webhook: `whsec_` and the base64 of 32 bytes, random unless given. */
export const newWebhookSecret = (bytes: Buffer = randomBytes(KEY_BYTES)): string =>
  PREFIX + bytes.toString("base64");

/** The headers of a delivery according to Standard Webhooks. */
export function signedHeaders(
  secret: string,
  { id, payload, at }: { id: string; payload: string; at: Date },
): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / 1000));
  const key = Buffer.from(secret.slice(PREFIX.length), "base64");
  const signature = createHmac("sha256", key)
    .update(`${id}.${timestamp}.${payload}`)
    .digest("base64");
  return {
    "webhook-id": id,
    "webhook-timestamp": timestamp,
    "webhook-signature": `v1,${signature}`,
  };
}

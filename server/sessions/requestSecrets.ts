import { randomBytes } from "node:crypto";
import type { FastifyRequest } from "fastify";
import type { Kysely } from "kysely";
import type { Database } from "#server/db/schema.ts";
import { keyOf } from "#server/http/idempotency.ts";
import { createSigners } from "./signing.ts";

const SECRET_BYTES = 32;

/**
 * Returns the bytes of the secret that a request makes: the same in each attempt of a request with an
 * Idempotency-Key, otherwise random. `part` tells the secrets of one request apart.
 */
export type RequestSecrets = (request: FastifyRequest, part?: string) => Buffer;

/** Derives secrets from the database's key and the requests' keys, which no database has. */
export async function requestSecrets(db: Kysely<Database>): Promise<RequestSecrets> {
  const signer = (await createSigners(db))("secrets of requests");
  return (request, part = "") => {
    const key = keyOf(request);
    if (key === undefined) return randomBytes(SECRET_BYTES);
    return Buffer.from(signer.hmac(JSON.stringify([key, part])), "base64url");
  };
}

/**
 * Identifies one attempt at a change. A browser resends a request, even a POST, when a reused
 * connection breaks; the server recognises the repeat by the key.
 */
export const IDEMPOTENCY_HEADER = "idempotency-key";

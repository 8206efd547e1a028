/**
 * Names one attempt at a change. A browser resends a request, even a POST, when a reused connection
 * breaks; the key tells the server that the request is a repeat.
 */
export const IDEMPOTENCY_HEADER = "idempotency-key";

/**
 * Names one sending of a call that changes something. A browser whose connection breaks sends a call
 * again by itself, headers and all, also a POST: by the same name a server knows it for a repeat.
 */
export const IDEMPOTENCY_HEADER = "idempotency-key";

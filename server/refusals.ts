import type { ErrorCode } from "#contract/errors.ts";
import type { ErrorBody, FieldError, FieldErrorsBody } from "#contract/shapes/errors.ts";

/** The kinds of refusals. `http/errorHandler.ts` gives each its status. */
export type RefusalKind =
  | "invalid"
  | "signed_out"
  | "forbidden"
  | "not_found"
  | "conflict"
  | "too_large"
  | "unsupported"
  | "wrong_host"
  | "key_reused"
  | "too_costly"
  | "too_many"
  | "busy"
  | "no_room";

/** A request, or an item of long work, that the server refuses. The body tells the caller why. */
export class Refusal extends Error {
  override name = "Refusal";
  readonly kind: RefusalKind;
  readonly body: ErrorBody | FieldErrorsBody;
  readonly retryAfterSeconds: number | undefined;

  constructor(kind: RefusalKind, body: ErrorBody | FieldErrorsBody, retryAfterSeconds?: number) {
    super("error" in body ? body.error : body.errors.map(({ msg }) => msg).join("; "));
    this.kind = kind;
    this.body = body;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** Refuses fields of the request, with one entry for each. */
export const refused = (errors: FieldError[]) => new Refusal("invalid", { errors });
/** Refuses the request as a whole. */
export const badRequest = (error: string) => new Refusal("invalid", { error });
export const unauthorized = (error: string, code?: ErrorCode) =>
  new Refusal("signed_out", { error, ...(code && { code }) });
export const forbidden = (error: string, code?: ErrorCode) =>
  new Refusal("forbidden", { error, ...(code && { code }) });
export const notFound = (error: string) => new Refusal("not_found", { error });
export const conflict = (error: string) => new Refusal("conflict", { error });
export const tooLarge = (error: string) => new Refusal("too_large", { error });
export const tooMany = (error: string, retryAfterSeconds: number) =>
  new Refusal("too_many", { error }, retryAfterSeconds);
export const busy = (error: string, retryAfterSeconds: number) =>
  new Refusal("busy", { error }, retryAfterSeconds);
/** An earlier request with another body had the same Idempotency-Key. */
export const keyReused = () =>
  new Refusal("key_reused", {
    error: "This Idempotency-Key was used for a request with another body. Use a new key.",
  });

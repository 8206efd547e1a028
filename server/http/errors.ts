import type { AnyObjectSchema, InferType } from "yup";
import type { ErrorBody, ErrorCode, FieldError, FieldErrorsBody } from "#contract/errors.ts";
import { check } from "#contract/rules/common.ts";

/** An answer other than success: thrown by a route, sent by the error handler as it is. */
export class HttpError extends Error {
  override name = "HttpError";
  readonly statusCode: number;
  readonly body: ErrorBody | FieldErrorsBody;
  /** Seconds after which another try may succeed. */
  readonly retryAfter: number | undefined;

  constructor(statusCode: number, body: ErrorBody | FieldErrorsBody, retryAfter?: number) {
    super("error" in body ? body.error : "Validation failed");
    this.statusCode = statusCode;
    this.body = body;
    this.retryAfter = retryAfter;
  }
}

/** 400 with one entry per refused field. */
export const refused = (errors: FieldError[]) => new HttpError(400, { errors });
/** 400 about the request as a whole. */
export const badRequest = (error: string) => new HttpError(400, { error });
/** 401: not signed in. */
export const unauthorized = (error: string, code?: ErrorCode) =>
  new HttpError(401, { error, ...(code && { code }) });
/** 403: known, but not allowed to. */
export const forbidden = (error: string, code?: ErrorCode) =>
  new HttpError(403, { error, ...(code && { code }) });
export const notFound = (error: string) => new HttpError(404, { error });
/** 409: at odds with what the database holds. */
export const conflict = (error: string) => new HttpError(409, { error });
/** 422: a key that names a request was used for one with another body. */
export const keyReused = () =>
  new HttpError(422, {
    error: "This Idempotency-Key was used for a request with another body. Use a new key.",
  });

/**
 * The input as the rule describes it: trimmed, completed, freed of unknown fields. Throws a 400
 * with the messages of the specification (§5) when it breaks the rule.
 */
export function validated<S extends AnyObjectSchema>(rule: S, input: unknown): InferType<S> {
  // A query may bring its own `__proto__`; in bodies the JSON parser has refused it already.
  if (typeof input === "object" && input !== null && Object.hasOwn(input, "__proto__")) {
    throw badRequest("The request could not be read");
  }
  const outcome = check(rule, input);
  if ("errors" in outcome) throw refused(outcome.errors);
  return outcome.value;
}

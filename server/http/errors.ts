import type { AnyObjectSchema, InferType } from "yup";
import type { ErrorBody, ErrorCode, FieldError, FieldErrorsBody } from "#contract/errors.ts";
import { check } from "#contract/rules/common.ts";

/** An error response: a route throws it, and the error handler sends it. */
export class HttpError extends Error {
  override name = "HttpError";
  readonly statusCode: number;
  readonly body: ErrorBody | FieldErrorsBody;
  readonly retryAfterSeconds: number | undefined;

  constructor(statusCode: number, body: ErrorBody | FieldErrorsBody, retryAfterSeconds?: number) {
    super("error" in body ? body.error : body.errors.map(({ msg }) => msg).join("; "));
    this.statusCode = statusCode;
    this.body = body;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** 400 with one entry per refused field. */
export const refused = (errors: FieldError[]) => new HttpError(400, { errors });
/** 400 about the request as a whole. */
export const badRequest = (error: string) => new HttpError(400, { error });
export const unauthorized = (error: string, code?: ErrorCode) =>
  new HttpError(401, { error, ...(code && { code }) });
export const forbidden = (error: string, code?: ErrorCode) =>
  new HttpError(403, { error, ...(code && { code }) });
export const notFound = (error: string) => new HttpError(404, { error });
export const conflict = (error: string) => new HttpError(409, { error });
/** 422: an earlier request with another body had the same Idempotency-Key. */
export const keyReused = () =>
  new HttpError(422, {
    error: "This Idempotency-Key was used for a request with another body. Use a new key.",
  });

/**
 * The input as the rule describes it: trimmed, with defaults, without unknown fields. Throws a 400
 * with the messages of the specification (§5) when it breaks the rule.
 */
export function validated<S extends AnyObjectSchema>(rule: S, input: unknown): InferType<S> {
  // A query may contain `__proto__`; in bodies the JSON parser has refused it already.
  if (typeof input === "object" && input !== null && Object.hasOwn(input, "__proto__")) {
    throw badRequest("The request could not be read");
  }
  const checked = check(rule, input);
  if ("errors" in checked) throw refused(checked.errors);
  return checked.value;
}

import { ErrorBody, FieldErrorsBody } from "#contract/shapes/errors.ts";
import { eitherOf, type Schema, text } from "#contract/shapes/shape.ts";
import { TaskConflictResponse } from "#contract/shapes/task.ts";
import { type ApiRoute, isSessionOnly } from "#server/http/apiRoute.ts";

/** The `ETag` header of a task. */
export const ETAG: Schema = {
  description: "The task's version, a strong entity tag.",
  schema: text,
};

/** Descriptions of the failures that many routes share. */
const SHARED_FAILURES = {
  400: "The path, the query or the body is invalid.",
  401: "Not signed in, or the session has ended.",
  403: "Only admins may do this, or the API token's scope is too small.",
  404: "Not found.",
  413: "The body is larger than 64 KiB, or a list of invitations than 256 KiB.",
  415: "The body is not JSON.",
  421: "The Host header names another server.",
  422: "The Idempotency-Key was used before, for a request with another body.",
  429: "This user has too many requests under way, or made too many changes of one kind in an hour.",
  500: "An error in the server.",
  503: "The server can't reach its database at present, or is too busy.",
  507: "Nothing can be saved: the server's disk is full or read-only.",
} as const;

function failure(status: number, description: string): Schema {
  const invalid = eitherOf(ErrorBody, FieldErrorsBody);
  const schema = status === 412 ? TaskConflictResponse : status === 400 ? invalid : ErrorBody;
  const retryAfter = {
    description: "Seconds until a retry may succeed.",
    schema: { type: "integer" },
  };
  return {
    description,
    ...(status === 412 && { headers: { etag: ETAG } }),
    ...((status === 429 || status === 503) && { headers: { "retry-after": retryAfter } }),
    content: { "application/json": { schema } },
  };
}

const failureResponses = (failures: object): Schema =>
  Object.fromEntries(
    Object.entries(failures).map(([status, description]) => [
      status,
      failure(Number(status), String(description)),
    ]),
  );

/** The shared failures as components of the document, by status. */
export const sharedFailures = (): Schema => failureResponses(SHARED_FAILURES);

/** A route's failures: the shared ones that its declaration implies, and its own. */
export function failuresOf(route: ApiRoute): Schema {
  const { method, url, access, query, mediaType, status, failures = {} } = route;
  const hasParameters = url.includes(":");
  // The server parses a body in every method but GET, and may refuse it.
  const mayHaveBody = method !== "GET";
  const guarded = access !== "public";
  const implied: Record<keyof typeof SHARED_FAILURES, boolean> = {
    400: mayHaveBody || query !== undefined || hasParameters,
    401: guarded,
    // API tokens with the scope "read" may only read.
    403: access === "admin" || (guarded && (mayHaveBody || isSessionOnly(route))),
    // What an earlier request with the same Idempotency-Key made may be gone.
    404: hasParameters || (guarded && status === 201),
    413: mayHaveBody,
    415: mayHaveBody,
    421: true,
    422: mayHaveBody && guarded,
    // Event streams don't count as requests: a new one closes the oldest instead.
    429: guarded && mediaType !== "text/event-stream",
    500: true,
    503: true,
    507: mayHaveBody,
  };
  const references = Object.entries(implied)
    .filter(([, isPossible]) => isPossible)
    .map(([status]) => [status, { $ref: `#/components/responses/${status}` }]);
  return { ...Object.fromEntries(references), ...failureResponses(failures) };
}

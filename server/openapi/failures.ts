import {
  ERROR_CODES,
  type ErrorBody,
  type FieldError,
  type FieldErrorsBody,
} from "#contract/errors.ts";
import type { TaskConflictResponse } from "#contract/task.ts";
import type { ApiRoute } from "#server/http/apiRoute.ts";
import { listOf, named, type Schema, shape, text } from "#server/http/schema.ts";
import { TASK_DETAIL } from "#server/tasks/schemas.ts";

const code: Schema = {
  type: "string",
  enum: ERROR_CODES,
  description: "What a client may want to tell apart beyond the status.",
};
const ERROR = named("Error", shape<ErrorBody>({ error: text, code }, ["code"]));
const FIELD_ERRORS = named(
  "FieldErrors",
  shape<FieldErrorsBody>({ errors: listOf(shape<FieldError>({ param: text, msg: text })) }),
);
const CONFLICT = shape<TaskConflictResponse>({ error: text, code, task: TASK_DETAIL }, ["code"]);

/** The version of a task, in the document's terms. */
export const ETAG: Schema = {
  description: "The task's version, a strong entity tag.",
  schema: text,
};

/** What a failure means when a route has nothing of its own to say. */
const MEANINGS = {
  400: "The address, the query or the body is refused.",
  401: "Not signed in, or not any more.",
  403: "Only admins may do this.",
  404: "There is no such thing.",
  413: "The body is larger than 64 KiB.",
  415: "The body is not JSON.",
  421: "The Host header names another server.",
  422: "The Idempotency-Key was used before, for a request with another body.",
  429: "Too many requests of this user are under way.",
  500: "The server's fault.",
  503: "The server can't reach its data for the moment.",
  507: "Nothing can be saved: the server's disk is full or can't be written.",
} as const;

function failure(status: number, meaning: string): Schema {
  const refused = { anyOf: [ERROR, FIELD_ERRORS] };
  const schema = status === 412 ? CONFLICT : status === 400 ? refused : ERROR;
  const retryAfter = { description: "Seconds.", schema: { type: "integer" } };
  return {
    description: meaning,
    ...(status === 412 && { headers: { etag: ETAG } }),
    ...((status === 429 || status === 503) && { headers: { "retry-after": retryAfter } }),
    content: { "application/json": { schema } },
  };
}

const described = (failures: object): Schema =>
  Object.fromEntries(
    Object.entries(failures).map(([status, meaning]) => [
      status,
      failure(Number(status), String(meaning)),
    ]),
  );

/** The failures that many routes share, by status. */
export const sharedFailures = (): Schema => described(MEANINGS);

/** The failures of a route: those that its declaration implies, and those of its own. */
export function failuresOf({
  method,
  url,
  access,
  query,
  mediaType,
  failures = {},
}: ApiRoute): Schema {
  const parameters = url.includes(":");
  // A body is read wherever one may be sent, and refused when it can't be.
  const body = method !== "GET";
  const guarded = access !== "public";
  const implied: Record<keyof typeof MEANINGS, boolean> = {
    400: body || query !== undefined || parameters,
    401: guarded,
    403: access === "admin",
    404: parameters,
    413: body,
    415: body,
    421: true,
    422: body && guarded,
    // A stream isn't counted: the oldest one ends instead.
    429: guarded && !mediaType,
    500: true,
    503: true,
    507: body,
  };
  const shared = Object.entries(implied)
    .filter(([, may]) => may)
    .map(([status]) => [status, { $ref: `#/components/responses/${status}` }]);
  return { ...Object.fromEntries(shared), ...described(failures) };
}

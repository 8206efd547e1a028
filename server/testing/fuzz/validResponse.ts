import type { ResponseValidator } from "#server/testing/responseValidator.ts";
import type { FuzzResponse } from "./world.ts";

/** Implementation details that no error may reveal: stacks, queries, files, stringified values. */
const INTERNALS =
  /\n\s+at |node_modules|\.ts:\d|sqlite|postgres|kysely|\b(select|insert|update|delete) .*\b(from|into|set)\b|constraint|\[object |typeerror|rangeerror|undefined/i;

/** JSON.stringify escapes lone surrogates only. */
const LONE_SURROGATE = /\\ud[89a-f]/i;

/** Statuses of requests without a route. */
const NO_ROUTE_STATUSES = new Set([400, 404, 413, 415]);

/** Throws unless a response matches the API document and reveals no internals. */
export function requireValidResponse(
  { route, answer, text }: FuzzResponse,
  api: ResponseValidator,
): void {
  const { status, headers } = answer;
  if (status >= 500) throw new Error(`a server error: ${text}`);
  if (route === undefined && !NO_ROUTE_STATUSES.has(status))
    throw new Error("an unexpected status without a route");
  const head = route?.startsWith("HEAD ");
  if (head && text !== "") throw new Error("a response body for HEAD");
  if (route !== undefined && !head && route.includes(" /api/")) api.checkResponse(route, answer);
  if (status >= 400 && route === undefined && text !== "") api.checkError(answer);
  if (status >= 400 && status !== 412 && INTERNALS.test(text))
    throw new Error("the error reveals internals");
  if (LONE_SURROGATE.test(text)) throw new Error("a lone surrogate");
  for (const name of ["x-request-id", "x-content-type-options", "content-security-policy"]) {
    if (headers[name] === undefined) throw new Error(`${name} is missing`);
  }
}

import type { ResponseValidator } from "#server/testing/responseValidator.ts";
import type { Told } from "./world.ts";

/** Signs of what no answer may tell: stacks, queries, files, and how values turn into text. */
const INNARDS =
  /\n\s+at |node_modules|\.ts:\d|sqlite|postgres|kysely|\b(select|insert|update|delete) .*\b(from|into|set)\b|constraint|\[object |typeerror|rangeerror|undefined/i;

/** A half of a surrogate pair is written as an escape; nothing else in that range is. */
const HALF_A_CHARACTER = /\\ud[89a-f]/i;

/** What is said where there is no route, the request being broken or not. */
const NOWHERE = new Set([400, 404, 413, 415]);

/** Throws when an answer isn't one that the API's description, and good manners, allow. */
export function expectProper({ route, answer, text }: Told, api: ResponseValidator): void {
  const { status, headers } = answer;
  if (status >= 500) throw new Error(`a failure of the server: ${text}`);
  if (route === undefined && !NOWHERE.has(status)) throw new Error("an answer of no route");
  const head = route?.startsWith("HEAD ");
  if (head && text !== "") throw new Error("a body in answer to HEAD");
  if (route !== undefined && !head && route.includes(" /api/")) api.answer(route, answer);
  if (status >= 400 && route === undefined && text !== "") api.failure(answer);
  if (status >= 400 && status !== 412 && INNARDS.test(text))
    throw new Error("the server's innards");
  if (HALF_A_CHARACTER.test(text)) throw new Error("half a character");
  for (const name of ["x-request-id", "x-content-type-options", "content-security-policy"]) {
    if (headers[name] === undefined) throw new Error(`${name} is missing`);
  }
}

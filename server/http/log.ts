import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type { FastifyRequest, FastifyServerOptions } from "fastify";
import type { LogLevel } from "#server/config.ts";
import type { LogOutput } from "./logOutput.ts";

/** Secrets that the text of an error may contain; the captured part stays. */
const SECRETS = [
  /(\bBearer )[\w.~+/=-]+/gi,
  /(\$argon2id\$)\S+/g,
  /(\btdk_)\w+/g,
  /(\bwhsec_)[\w+/=]+/g,
];

/** Removes the password from a URL (`postgres://user:password@host`). */
function redactPassword(word: string): string {
  const user = /:\/\/[^/:@]*:/.exec(word);
  const start = user ? user.index + user[0].length : word.length;
  const end = word.lastIndexOf("@");
  return start < end ? `${word.slice(0, start)}…${word.slice(end)}` : word;
}

export const redactSecrets = (text: string): string =>
  SECRETS.reduce(
    (rest, secret) => rest.replace(secret, "$1…"),
    text.replace(/\S+/g, redactPassword),
  );

/** The form of an id that our app makes. */
const REQUEST_ID = /^[0-9a-f]{24}$/;

/**
 * The id of a request in the log: the one that our app sent and that its actions contain, or a new one.
 */
export function requestIdOf({ headers }: Pick<IncomingMessage, "headers">): string {
  const id = headers["x-request-id"];
  return typeof id === "string" && id.length === 24 && REQUEST_ID.test(id) ? id : randomUUID();
}

/** A part of a path that may be a secret, such as a calendar's address. Ids are shorter. */
const LONG_PART = /[\w%~-]{40,}/g;

/** The path of a URL without secrets. Its query may hold search terms, which are private. */
export const pathOf = (url: string): string => (url.split("?", 1)[0] ?? "").replace(LONG_PART, "…");

const REFUSALS = new Set([401, 403, 429]);
const SIGN_INS = new Set(["/api/auth/login", "/api/auth/register", "/api/links/accept"]);

/** Whether the log line needs the caller's address, for tools such as fail2ban. */
export const needsAddress = ({ routeOptions }: FastifyRequest, statusCode: number): boolean =>
  REFUSALS.has(statusCode) || SIGN_INS.has(routeOptions.url ?? "");

function stackWithCauses({ stack, message, cause }: Error): string {
  const own = stack ?? message;
  return cause instanceof Error ? `${own}\ncaused by: ${stackWithCauses(cause)}` : own;
}

/** The log of a running server: lines of JSON without secrets. */
export function serverLog(
  level: LogLevel,
  stream: Pick<LogOutput, "write">,
): FastifyServerOptions["logger"] {
  return {
    level,
    stream,
    hooks: {
      // pino would use an error's message as the line's message without redacting it.
      logMethod(args, log) {
        const [first, second] = args;
        const failure: unknown = first instanceof Error ? first : Object(first).err;
        if (failure instanceof Error && second === undefined) {
          log.call(this, first, redactSecrets(failure.message));
        } else {
          log.apply(this, args);
        }
      },
    },
    serializers: {
      req: ({ method, url }) => ({ method, path: pathOf(url) }),
      // The other fields of a database error may contain rows.
      err: (failure) => ({
        type: failure.name,
        code: failure.code,
        message: redactSecrets(failure.message),
        stack: redactSecrets(stackWithCauses(failure)),
      }),
    },
  };
}

import type { FastifyRequest, FastifyServerOptions } from "fastify";
import type { LogLevel } from "#server/config.ts";
import type { LogOutput } from "./logOutput.ts";

/** What no line may hold, should an error's text hold it: the part to keep, then the secret. */
const SECRETS = [/(\bBearer )[\w.~+/=-]+/gi, /(\$argon2id\$)\S+/g];

/** A word without the password of an address (`postgres://user:password@host`). */
function withoutPassword(word: string): string {
  const user = /:\/\/[^/:@]*:/.exec(word);
  const start = user ? user.index + user[0].length : word.length;
  const end = word.lastIndexOf("@");
  return start < end ? `${word.slice(0, start)}…${word.slice(end)}` : word;
}

/** An error's text without what looks like a secret. */
export const redactSecrets = (text: string): string =>
  SECRETS.reduce(
    (rest, secret) => rest.replace(secret, "$1…"),
    text.replace(/\S+/g, withoutPassword),
  );

/** The path of an address. What follows the `?` is what somebody looks for. */
export const pathOf = (url: string): string => url.split("?", 1)[0] ?? "";

const REFUSALS = new Set([401, 403, 429]);
const SIGN_INS = new Set(["/api/auth/login", "/api/auth/register"]);

/** Whether a line names the caller's address: refused callers and sign-ins, for tools such as fail2ban. */
export const needsAddress = ({ routeOptions }: FastifyRequest, statusCode: number): boolean =>
  REFUSALS.has(statusCode) || SIGN_INS.has(routeOptions.url ?? "");

/** A failure's story, with what caused it. */
function story(failure: Error): string {
  const { stack, message, cause } = failure;
  const own = stack ?? message;
  return cause instanceof Error ? `${own}\ncaused by: ${story(cause)}` : own;
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
      // pino would repeat an error's own text as the line's.
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
      // Other fields of an error are left out: a database puts the rows it refuses there.
      err: (failure) => ({
        type: failure.name,
        code: failure.code,
        message: redactSecrets(failure.message),
        stack: redactSecrets(story(failure)),
      }),
    },
  };
}

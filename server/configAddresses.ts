import { isIP } from "node:net";
import { ConfigError } from "./configError.ts";
import { type Environment, read, readList, wholeNumber } from "./environment.ts";

export interface PostgresConfig {
  /** `postgres://…` with the password; never log it. */
  url: string;
  /** The maximum number of database connections of this process. */
  poolSize: number;
  statementTimeoutSeconds: number;
  /** The time in seconds that the start waits for the database. */
  waitSeconds: number;
}

/**
 * Parses an origin as a person writes it, also with capitals, a default port, a name in Unicode and a slash
 * at the end. Throws an error that states `rule` if it is invalid.
 */
export function origin(text: string, rule: string): string {
  const isOrigin = /^https?:\/\/[^\s/\\?#@*]+\/?$/i.test(text) && URL.canParse(text);
  if (isOrigin) return new URL(text).origin;
  throw new ConfigError(`${rule}, not "${text}"`);
}

/** The origin of PUBLIC_URL; null without one. */
export function publicUrl(env: Environment): string | null {
  const value = read(env, "PUBLIC_URL");
  if (value === null) return null;
  return origin(value, "PUBLIC_URL must be an origin such as https://tasks.example.com");
}

/** The path of BASE_PATH without a slash at its end. */
export function basePath(env: Environment): string {
  const value = (read(env, "BASE_PATH") ?? "").replace(/\/$/, "");
  const names = value.split("/").slice(1);
  const isPath = value.length <= 200 && /^(?:\/[\w.~-]+)*$/.test(value);
  if (isPath && !names.some((name) => /^\.+$/.test(name))) return value;
  throw new ConfigError(
    `BASE_PATH must be a path of letters, digits and - . _ ~ such as /tasks, not "${value}"`,
  );
}

/** Ranges of addresses that Fastify knows by name. */
const NAMED_RANGES = new Set(["loopback", "linklocal", "uniquelocal"]);

function isRange(text: string): boolean {
  if (NAMED_RANGES.has(text)) return true;
  const [address = "", bits = "0", ...rest] = text.split("/");
  const version = isIP(address);
  const isBits = /^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128);
  return version !== 0 && isBits && rest.length === 0;
}

/** The proxies of TRUST_PROXY; false without one. */
export function trustProxy(env: Environment): number | string[] | false {
  const value = read(env, "TRUST_PROXY");
  if (value === null) return false;
  if (/^[1-9]$/.test(value)) return Number(value);
  const ranges = readList(env, "TRUST_PROXY");
  if (ranges.length > 0 && ranges.every(isRange)) return ranges;
  throw new ConfigError(
    `TRUST_PROXY must be the number of proxies (1 to 9), or a comma-separated list of their addresses such as "loopback" or 10.0.0.0/8, not "${value}"`,
  );
}

/** The mail server of SMTP_URL; null without one. The messages don't contain the URL, which may hold a password. */
export function mail(env: Environment): { url: string; from: string } | null {
  const url = read(env, "SMTP_URL");
  const from = read(env, "MAIL_FROM");
  if (url === null) return null;
  if (!/^smtps?:\/\//.test(url) || !URL.canParse(url) || new URL(url).hostname === "") {
    throw new ConfigError(
      "SMTP_URL must be the address of a mail server, such as smtp://user:password@host:587, with special characters %-encoded",
    );
  }
  if (from === null || !from.includes("@")) {
    throw new ConfigError("SMTP_URL needs MAIL_FROM, a sender such as tasks@example.com");
  }
  if (publicUrl(env) === null) {
    throw new ConfigError("SMTP_URL needs PUBLIC_URL, because mails contain links to this server");
  }
  return { url, from };
}

/** One connection for long work, one for an export, which keeps it for minutes, and one for requests. */
const POOL_MIN = 3;

/** The database of DATABASE_URL; null without one. The message doesn't contain the value, which may hold a password. */
export function postgres(env: Environment): PostgresConfig | null {
  const url = read(env, "DATABASE_URL");
  const settings = {
    poolSize: wholeNumber(env, "DATABASE_POOL_SIZE", POOL_MIN, 1_000),
    statementTimeoutSeconds: wholeNumber(env, "DATABASE_STATEMENT_TIMEOUT", 1, 3_600),
    waitSeconds: wholeNumber(env, "DATABASE_WAIT", 0, 3_600),
  };
  if (url === null) return null;
  const parsed = /^postgres(ql)?:\/\//.test(url) && URL.canParse(url) && new URL(url);
  if (parsed && parsed.pathname.length > 1) return { url: withSslMode(url, parsed), ...settings };
  throw new ConfigError(
    "DATABASE_URL must be the address of a PostgreSQL database, such as " +
      "postgres://user:password@localhost:5432/taskdeck, with special characters %-encoded",
  );
}

const SSL_MODES = ["disable", "no-verify", "prefer", "require", "verify-ca", "verify-full"];

/** The modes that the driver takes for `verify-full`, with a warning of its own. */
export const VERIFYING_MODES = /(?<=[?&]sslmode=)(prefer|require|verify-ca)(?=&|$)/;

/** The URL with the mode of TLS that the driver applies. */
function withSslMode(url: string, { searchParams }: URL): string {
  const mode = searchParams.get("sslmode");
  if (mode !== null && !SSL_MODES.includes(mode)) {
    throw new ConfigError(
      `sslmode in DATABASE_URL must be one of ${SSL_MODES.join(", ")}, not "${mode}"`,
    );
  }
  return searchParams.has("uselibpqcompat") ? url : url.replace(VERIFYING_MODES, "verify-full");
}

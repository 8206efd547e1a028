import { isIP } from "node:net";
import { HEARTBEAT_SECONDS } from "#contract/events.ts";
import { PASSWORD_LENGTH, PASSWORD_MAX, PASSWORD_MIN } from "#contract/session.ts";

/** A database on a PostgreSQL server, and how it is used; times in seconds. */
export interface PostgresConfig {
  /** `postgres://…`, with the password: not for any log. */
  url: string;
  /** Connections that this process keeps at most. */
  poolSize: number;
  statementTimeout: number;
  /** How long the start waits for the database. */
  wait: number;
}

/** How much the log says: this level, and those before it. */
export const LOG_LEVELS = ["silent", "fatal", "error", "warn", "info", "debug", "trace"] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** What the server reads from its environment. */
export interface Config {
  port: number;
  host: string;
  /** The folder of the embedded database, which is used when no other is named. */
  dataDir: string;
  postgres: PostgresConfig | null;
  /** How long an access token is good for, in seconds. */
  accessTokenTtl: number;
  /** Seconds between two signs of life on a stream of events. */
  heartbeat: number;
  /**
   * Sign-ins and registrations that one address may try in a minute. Off, nothing meets those who
   * guess passwords either.
   */
  loginRateLimit: number | "off";
  /**
   * The reverse proxies whose word about the caller's address and protocol counts: how many stand
   * in front, or which addresses they have. False: nobody's.
   */
  trustProxy: number | string[] | false;
  /** The origin under which browsers reach the server; null: unknown. */
  publicUrl: string | null;
  /** Other origins whose pages may call the API. */
  corsOrigins: string[];
  /** Whether anyone may register, or only with an admin's approval, or nobody. */
  registration: "open" | "approval" | "closed";
  /** Whether anyone may register as an admin, or only the first one. */
  adminRegistration: "open" | "closed";
  /** The password of everyone in the demo data; null: a random one. */
  demoPassword: string | null;
  logLevel: LogLevel;
  /** Where figures for Prometheus are to be had: an address of their own, or nowhere. */
  metrics: { port: number; host: string } | null;
}

/** A variable of the environment that cannot be used; the message names it. */
export class ConfigError extends Error {
  override name = "ConfigError";
}

type Environment = Readonly<Record<string, string | undefined>>;

/** An empty variable counts as one that isn't set. */
function read(env: Environment, name: string): string | undefined {
  const value = env[name]?.trim();
  return value === "" ? undefined : value;
}

function wholeNumber(env: Environment, name: string, fallback: number, min: number, max: number) {
  const value = read(env, name);
  if (value === undefined) return fallback;
  const number = /^\d{1,15}$/.test(value) ? Number(value) : Number.NaN;
  if (number >= min && number <= max) return number;
  throw new ConfigError(`${name} must be a whole number from ${min} to ${max}, not "${value}"`);
}

/** The origin that a text is, a slash at its end aside. Throws with `rule`, which it breaks. */
function origin(text: string, rule: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url && /^https?:$/.test(url.protocol) && text.replace(/\/$/, "") === url.origin) {
    return url.origin;
  }
  throw new ConfigError(`${rule}, not "${text}"`);
}

function publicUrl(env: Environment): string | null {
  const value = read(env, "PUBLIC_URL");
  if (value === undefined) return null;
  return origin(value, "PUBLIC_URL must be an origin such as https://tasks.example.com");
}

/** Ranges of addresses that Fastify knows by name. */
const NAMED_RANGES = new Set(["loopback", "linklocal", "uniquelocal"]);

function isRange(text: string): boolean {
  if (NAMED_RANGES.has(text)) return true;
  const [address = "", bits, ...rest] = text.split("/");
  const version = isIP(address);
  if (version === 0 || rest.length > 0) return false;
  return (
    bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128))
  );
}

function trustProxy(env: Environment): Config["trustProxy"] {
  const value = read(env, "TRUST_PROXY");
  if (value === undefined) return false;
  if (/^[1-9]$/.test(value)) return Number(value);
  const ranges = value.split(",").map((part) => part.trim());
  if (ranges.every(isRange)) return ranges;
  throw new ConfigError(
    `TRUST_PROXY must be the number of proxies (1 to 9), or their addresses such as "loopback" or 10.0.0.0/8, parted by commas, not "${value}"`,
  );
}

function registration(env: Environment): Config["registration"] {
  const value = read(env, "REGISTRATION") ?? "open";
  if (value === "open" || value === "approval" || value === "closed") return value;
  throw new ConfigError(`REGISTRATION must be "open", "approval" or "closed", not "${value}"`);
}

function adminRegistration(env: Environment): Config["adminRegistration"] {
  const value = read(env, "ADMIN_REGISTRATION") ?? "open";
  if (value === "open" || value === "closed") return value;
  throw new ConfigError(`ADMIN_REGISTRATION must be "open" or "closed", not "${value}"`);
}

/** The message doesn't repeat the value: it is a password. */
function demoPassword(env: Environment): string | null {
  const value = read(env, "DEMO_PASSWORD");
  if (value === undefined) return null;
  if (value.length >= PASSWORD_MIN && value.length <= PASSWORD_MAX) return value;
  throw new ConfigError(`DEMO_PASSWORD must have ${PASSWORD_LENGTH}`);
}

function logLevel(env: Environment): LogLevel {
  const value = read(env, "LOG_LEVEL") ?? "info";
  const level = LOG_LEVELS.find((known) => known === value);
  if (level) return level;
  throw new ConfigError(`LOG_LEVEL must be one of ${LOG_LEVELS.join(", ")}, not "${value}"`);
}

function metrics(env: Environment): Config["metrics"] {
  if (read(env, "METRICS_PORT") === undefined) return null;
  return {
    port: wholeNumber(env, "METRICS_PORT", 0, 0, 65_535),
    host: read(env, "METRICS_HOST") ?? "127.0.0.1",
  };
}

/** The message never repeats the value: it may hold a password. */
function postgres(env: Environment): PostgresConfig | null {
  const url = read(env, "DATABASE_URL");
  const settings = {
    poolSize: wholeNumber(env, "DATABASE_POOL_SIZE", 10, 1, 1_000),
    statementTimeout: wholeNumber(env, "DATABASE_STATEMENT_TIMEOUT", 15, 1, 3_600),
    wait: wholeNumber(env, "DATABASE_WAIT", 30, 0, 3_600),
  };
  if (url === undefined) return null;
  const parsed = /^postgres(ql)?:\/\//.test(url) && URL.canParse(url) && new URL(url);
  if (parsed && parsed.pathname.length > 1) return { url, ...settings };
  throw new ConfigError(
    "DATABASE_URL must be the address of a PostgreSQL database, such as " +
      "postgres://user:password@localhost:5432/taskdeck, with odd characters %-encoded",
  );
}

/** Where the data is, in words: without the password. */
export function databaseName({ dataDir, postgres }: Config): string {
  if (!postgres) return `the database in DATA_DIR (${dataDir})`;
  const { host, pathname } = new URL(postgres.url);
  return `the database of DATABASE_URL (${host}${pathname})`;
}

/** Reads the environment once. Throws a {@link ConfigError} for a value that cannot be used. */
export function readConfig(env: Environment): Config {
  return {
    port: wholeNumber(env, "PORT", 3000, 0, 65_535),
    host: read(env, "HOST") ?? "127.0.0.1",
    dataDir: read(env, "DATA_DIR") ?? "./data",
    postgres: postgres(env),
    accessTokenTtl: wholeNumber(env, "ACCESS_TOKEN_TTL", 900, 1, 86_400),
    heartbeat: wholeNumber(env, "EVENTS_HEARTBEAT", HEARTBEAT_SECONDS, 1, 3_600),
    loginRateLimit:
      read(env, "LOGIN_RATE_LIMIT") === "off"
        ? "off"
        : wholeNumber(env, "LOGIN_RATE_LIMIT", 30, 1, 1_000_000),
    trustProxy: trustProxy(env),
    publicUrl: publicUrl(env),
    corsOrigins: (read(env, "CORS_ORIGINS") ?? "")
      .split(",")
      .map((part) => part.trim())
      .filter((part) => part !== "")
      .map((part) =>
        origin(
          part,
          "CORS_ORIGINS must list origins such as https://tasks.example.com, comma-separated",
        ),
      ),
    registration: registration(env),
    adminRegistration: adminRegistration(env),
    demoPassword: demoPassword(env),
    logLevel: logLevel(env),
    metrics: metrics(env),
  };
}

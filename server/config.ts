import { HEARTBEAT } from "#contract/events.ts";

/** What the server reads from its environment. */
export interface Config {
  port: number;
  host: string;
  /** The folder of the embedded database. */
  dataDir: string;
  /** How long an access token is good for, in seconds. */
  accessTokenTtl: number;
  /** Seconds between two signs of life on a stream of events. */
  heartbeat: number;
  /** Sign-ins and registrations that one address may try in a minute. */
  loginRateLimit: number | "off";
  /** Other origins whose pages may call the API. */
  corsOrigins: string[];
  /** Whether anyone may register as an admin, or only the very first account. */
  adminRegistration: "open" | "closed";
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

function origin(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url && /^https?:$/.test(url.protocol) && text.replace(/\/$/, "") === url.origin) {
    return url.origin;
  }
  throw new ConfigError(
    `CORS_ORIGINS must list origins such as https://tasks.example.com, parted by commas, not "${text}"`,
  );
}

function adminRegistration(env: Environment): Config["adminRegistration"] {
  const value = read(env, "ADMIN_REGISTRATION") ?? "open";
  if (value === "open" || value === "closed") return value;
  throw new ConfigError(`ADMIN_REGISTRATION must be "open" or "closed", not "${value}"`);
}

/** Reads the environment once. Throws a {@link ConfigError} for a value that cannot be used. */
export function readConfig(env: Environment): Config {
  if (read(env, "DATABASE_URL") !== undefined) {
    throw new ConfigError(
      "DATABASE_URL is set, but this version keeps its data in the embedded database only (DATA_DIR): unset it",
    );
  }
  return {
    port: wholeNumber(env, "PORT", 3000, 0, 65_535),
    host: read(env, "HOST") ?? "127.0.0.1",
    dataDir: read(env, "DATA_DIR") ?? "./data",
    accessTokenTtl: wholeNumber(env, "ACCESS_TOKEN_TTL", 900, 1, 86_400),
    heartbeat: wholeNumber(env, "EVENTS_HEARTBEAT", HEARTBEAT, 1, 3_600),
    loginRateLimit:
      read(env, "LOGIN_RATE_LIMIT") === "off"
        ? "off"
        : wholeNumber(env, "LOGIN_RATE_LIMIT", 30, 1, 1_000_000),
    corsOrigins: (read(env, "CORS_ORIGINS") ?? "")
      .split(",")
      .map((part) => part.trim())
      .filter((part) => part !== "")
      .map(origin),
    adminRegistration: adminRegistration(env),
  };
}

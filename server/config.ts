import { readFileSync } from "node:fs";
import { isIP } from "node:net";
import { PASSWORD_LENGTH_HINT, PASSWORD_MAX, PASSWORD_MIN } from "#contract/session.ts";
import { LOCAL_SIGN_IN_MODES, type LocalSignIn } from "#contract/signIn.ts";
import { HOUR_MS } from "#contract/time.ts";
import { ConfigError } from "./configError.ts";
import { type OidcProvider, readProviders } from "./oidc/providerConfig.ts";
import { SETTINGS, type SettingName } from "./settings.ts";

interface PostgresConfig {
  /** `postgres://…` with the password; never log it. */
  url: string;
  /** The maximum number of database connections of this process. */
  poolSize: number;
  statementTimeoutSeconds: number;
  /** The time in seconds that the start waits for the database. */
  waitSeconds: number;
}

const LOG_LEVELS = ["silent", "fatal", "error", "warn", "info", "debug", "trace"] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** The server's configuration, read from the environment. */
export interface Config {
  port: number;
  host: string;
  /** The path that all addresses begin with, as "/tasks"; empty without one. */
  basePath: string;
  /** The folder of the embedded database, which is used unless `postgres` is set. */
  dataDir: string;
  postgres: PostgresConfig | null;
  /** The lifetime of an access token in seconds. */
  accessTokenTtl: number;
  /** Seconds between two heartbeats on an event stream. */
  heartbeatSeconds: number;
  /** Sign-ins and registrations per address and minute. "off" also disables all login throttling. */
  loginRateLimit: number | "off";
  /** The trusted reverse proxies: their number or their addresses; false: none. */
  trustProxy: number | string[] | false;
  /** The origin that browsers use; null: unknown. */
  publicUrl: string | null;
  /** Other origins whose pages may call the API. */
  corsOrigins: string[];
  /** "approval": an admin must activate each new account. */
  registration: "open" | "approval" | "closed";
  /** "closed": only the first account may register as an admin. */
  adminRegistration: "open" | "closed";
  /** Who may sign in with a password. Operators can always sign in by a link of `taskdeck admin`. */
  localSignIn: LocalSignIn;
  /** "password": a new email address takes effect at once only with the password. */
  emailChange: "immediate" | "password";
  /** OpenID Connect providers; their secrets must never be logged. */
  oidcProviders: readonly OidcProvider[];
  /** The password of all demo accounts; null: a random one. */
  demoPassword: string | null;
  logLevel: LogLevel;
  /** How often the server writes a backup, and how many it keeps; null: no backups. */
  backups: { everyMs: number; keep: number } | null;
  /** The mail server's address, with its password, and the sender; null: no mail. */
  mail: { url: string; from: string } | null;
  /** Whether webhooks may reach addresses that are not public, and use http. */
  privateWebhooks: boolean;
  /** The address that serves metrics; null: no metrics. */
  metrics: { port: number; host: string } | null;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** The variable's value, or its default. An empty variable counts as unset. */
const read = <Name extends SettingName>(
  env: Environment,
  name: Name,
): string | (typeof SETTINGS)[Name]["default"] => env[name]?.trim() || SETTINGS[name].default;

const readList = (env: Environment, name: SettingName): string[] =>
  (read(env, name) ?? "")
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "");

function wholeNumber(env: Environment, name: SettingName, min: number, max: number): number {
  const value = read(env, name) ?? "";
  const number = /^\d{1,15}$/.test(value) ? Number(value) : Number.NaN;
  if (number >= min && number <= max) return number;
  throw new ConfigError(`${name} must be a whole number from ${min} to ${max}, not "${value}"`);
}

function oneOf<Word extends string>(
  env: Environment,
  name: SettingName,
  words: readonly Word[],
): Word {
  const value = read(env, name);
  const word = words.find((known) => known === value);
  if (word !== undefined) return word;
  throw new ConfigError(`${name} must be one of ${words.join(", ")}, not "${value}"`);
}

/**
 * Parses an origin as a person writes it, also with capitals, a default port, a name in Unicode and a slash
 * at the end. Throws an error that states `rule` if it is invalid.
 */
function origin(text: string, rule: string): string {
  const isOrigin = /^https?:\/\/[^\s/\\?#@*]+\/?$/i.test(text) && URL.canParse(text);
  if (isOrigin) return new URL(text).origin;
  throw new ConfigError(`${rule}, not "${text}"`);
}

function publicUrl(env: Environment): string | null {
  const value = read(env, "PUBLIC_URL");
  if (value === null) return null;
  return origin(value, "PUBLIC_URL must be an origin such as https://tasks.example.com");
}

/** The path without a slash at its end. */
function basePath(env: Environment): string {
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

function trustProxy(env: Environment): Config["trustProxy"] {
  const value = read(env, "TRUST_PROXY");
  if (value === null) return false;
  if (/^[1-9]$/.test(value)) return Number(value);
  const ranges = readList(env, "TRUST_PROXY");
  if (ranges.length > 0 && ranges.every(isRange)) return ranges;
  throw new ConfigError(
    `TRUST_PROXY must be the number of proxies (1 to 9), or a comma-separated list of their addresses such as "loopback" or 10.0.0.0/8, not "${value}"`,
  );
}

/** The message doesn't contain the value, which is a password. */
function demoPassword(env: Environment): string | null {
  const value = read(env, "DEMO_PASSWORD");
  if (value === null) return null;
  if (value.length >= PASSWORD_MIN && value.length <= PASSWORD_MAX) return value;
  throw new ConfigError(`DEMO_PASSWORD must have ${PASSWORD_LENGTH_HINT}`);
}

function metrics(env: Environment): Config["metrics"] {
  if (read(env, "METRICS_PORT") === null) return null;
  return {
    port: wholeNumber(env, "METRICS_PORT", 0, 65_535),
    host: read(env, "METRICS_HOST"),
  };
}

function backups(env: Environment): Config["backups"] {
  const value = read(env, "BACKUP_EVERY");
  const keep = wholeNumber(env, "BACKUP_KEEP", 1, 1_000);
  if (value === null) return null;
  const [, count = "", unit] = /^([1-9]\d{0,2})([hd])$/.exec(value) ?? [];
  if (unit !== undefined)
    return { everyMs: Number(count) * (unit === "d" ? 24 : 1) * HOUR_MS, keep };
  throw new ConfigError(`BACKUP_EVERY must be hours or days such as 24h or 7d, not "${value}"`);
}

/** The providers of OIDC_PROVIDERS, or of the file that OIDC_FILE names. */
function oidcProviders(env: Environment): readonly OidcProvider[] {
  const words = ["registration", "true", "false"] as const;
  const createAccounts = oneOf(env, "OIDC_CREATE_ACCOUNTS", words);
  const file = read(env, "OIDC_FILE");
  const text = read(env, "OIDC_PROVIDERS");
  if (file !== null && text !== null) {
    throw new ConfigError("OIDC_FILE and OIDC_PROVIDERS exclude each other: set one of them");
  }
  const name = file === null ? "OIDC_PROVIDERS" : `OIDC_FILE (${file})`;
  const json = file === null ? text : readFile("OIDC_FILE", file);
  if (json === null) return [];
  const create = { registration: undefined, true: true, false: false }[createAccounts];
  const providers = readProviders(name, json, create);
  if (providers.length > 0 && publicUrl(env) === null) {
    throw new ConfigError(
      `PUBLIC_URL must be set, because ${name} has providers that return to it`,
    );
  }
  return providers;
}

function readFile(name: string, file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    throw new ConfigError(`${name} must be a readable file, not "${file}"`);
  }
}

/** The messages don't contain the URL, which may hold a password. */
function mail(env: Environment): Config["mail"] {
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

/** The message doesn't contain the value, which may hold a password. */
function postgres(env: Environment): PostgresConfig | null {
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

/** The database's name for messages, without its password. */
export function databaseName({ dataDir, postgres }: Config): string {
  if (!postgres) return `the database in DATA_DIR (${dataDir})`;
  const { host, pathname } = new URL(postgres.url);
  return `the database of DATABASE_URL (${host}${pathname})`;
}

function emailChange(env: Environment, isShared: boolean): Config["emailChange"] {
  if (read(env, "EMAIL_CHANGE") === null) return isShared ? "password" : "immediate";
  return oneOf(env, "EMAIL_CHANGE", ["immediate", "password"]);
}

/** Throws a {@link ConfigError} for an invalid value. */
export function readConfig(env: Environment): Config {
  const providers = oidcProviders(env);
  const mailServer = mail(env);
  const isShared = providers.length > 0 || mailServer !== null;
  return {
    port: wholeNumber(env, "PORT", 0, 65_535),
    host: read(env, "HOST"),
    basePath: basePath(env),
    dataDir: read(env, "DATA_DIR"),
    postgres: postgres(env),
    accessTokenTtl: wholeNumber(env, "ACCESS_TOKEN_TTL", 1, 86_400),
    heartbeatSeconds: wholeNumber(env, "EVENTS_HEARTBEAT", 1, 3_600),
    loginRateLimit:
      read(env, "LOGIN_RATE_LIMIT") === "off"
        ? "off"
        : wholeNumber(env, "LOGIN_RATE_LIMIT", 1, 1_000_000),
    trustProxy: trustProxy(env),
    publicUrl: publicUrl(env),
    corsOrigins: readList(env, "CORS_ORIGINS").map((text) =>
      origin(
        text,
        "CORS_ORIGINS must be a comma-separated list of origins such as https://tasks.example.com",
      ),
    ),
    registration: oneOf(env, "REGISTRATION", ["open", "approval", "closed"]),
    adminRegistration: oneOf(env, "ADMIN_REGISTRATION", ["open", "closed"]),
    localSignIn: oneOf(env, "LOCAL_SIGN_IN", LOCAL_SIGN_IN_MODES),
    emailChange: emailChange(env, isShared),
    oidcProviders: providers,
    demoPassword: demoPassword(env),
    backups: backups(env),
    logLevel: oneOf(env, "LOG_LEVEL", LOG_LEVELS),
    mail: mailServer,
    privateWebhooks: oneOf(env, "WEBHOOK_PRIVATE_ADDRESSES", ["on", "off"]) === "on",
    metrics: metrics(env),
  };
}

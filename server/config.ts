import { PASSWORD_LENGTH_HINT, PASSWORD_MAX, PASSWORD_MIN } from "#contract/session.ts";
import { LOCAL_SIGN_IN_MODES, type LocalSignIn } from "#contract/signIn.ts";
import { HOUR_MS } from "#contract/time.ts";
import {
  basePath,
  mail,
  origin,
  type PostgresConfig,
  postgres,
  publicUrl,
  trustProxy,
} from "./configAddresses.ts";
import { ConfigError } from "./configError.ts";
import { type Environment, oneOf, read, readFile, readList, wholeNumber } from "./environment.ts";
import { type OidcProvider, readProviders } from "./oidc/providerConfig.ts";

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
  /** The maximum size of a file of a task, and of all files, in bytes. */
  files: { maxBytes: number; totalBytes: number };
  /** How often the server writes a backup, how many it keeps, and whether they have files; null: no backups. */
  backups: { everyMs: number; keep: number; hasFiles: boolean } | null;
  /** The mail server's address, with its password, and the sender; null: no mail. */
  mail: { url: string; from: string } | null;
  /** Whether webhooks may reach addresses that are not public, and use http. */
  privateWebhooks: boolean;
  /** The address that serves metrics; null: no metrics. */
  metrics: { port: number; host: string } | null;
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
  const hasFiles = oneOf(env, "BACKUP_FILES", ["on", "off"]) === "on";
  if (value === null) return null;
  const [, count = "", unit] = /^([1-9]\d{0,2})([hd])$/.exec(value) ?? [];
  if (unit !== undefined)
    return { everyMs: Number(count) * (unit === "d" ? 24 : 1) * HOUR_MS, keep, hasFiles };
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
    files: {
      maxBytes: wholeNumber(env, "FILES_MAX_MB", 1, 1_024) * 1024 ** 2,
      totalBytes: wholeNumber(env, "FILES_TOTAL_GB", 1, 100_000) * 1024 ** 3,
    },
    logLevel: oneOf(env, "LOG_LEVEL", LOG_LEVELS),
    mail: mailServer,
    privateWebhooks: oneOf(env, "WEBHOOK_PRIVATE_ADDRESSES", ["on", "off"]) === "on",
    metrics: metrics(env),
  };
}

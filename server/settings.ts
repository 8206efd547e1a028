import { HEARTBEAT_SECONDS } from "#contract/events.ts";

/** An environment variable of the server. */
interface Setting {
  /** Null: nothing. */
  default: string | null;
  /** For docs/operations.md and .env.example, in Markdown. */
  meaning: string;
}

/** All variables that the server reads. `npm run docs:settings` writes them to the documents. */
export const SETTINGS = {
  PORT: {
    default: "3000",
    meaning: "port of app and API; 0 chooses a free one",
  },
  HOST: {
    default: "127.0.0.1",
    meaning: "address to listen on; `0.0.0.0` for all, as in the container image",
  },
  BASE_PATH: {
    default: null,
    meaning:
      "path under which browsers reach the server, such as `/tasks`, see [below](#under-a-path)",
  },
  DATA_DIR: {
    default: "./data",
    meaning: "folder of the embedded database, on a local disk; `/data` in the container image",
  },
  DATABASE_URL: {
    default: null,
    meaning:
      "a PostgreSQL database to use instead: `postgres://user:password@host:5432/name`, with special characters %-encoded",
  },
  DATABASE_POOL_SIZE: {
    default: "10",
    meaning: "maximum connections of each server, at least 3; it uses one more for live updates",
  },
  DATABASE_STATEMENT_TIMEOUT: {
    default: "15",
    meaning: "time limit of a statement, in seconds",
  },
  DATABASE_WAIT: {
    default: "30",
    meaning: "seconds to wait for the database at the start; 0 does not wait",
  },
  ACCESS_TOKEN_TTL: {
    default: "900",
    meaning: "lifetime of an access token, in seconds; the app renews it automatically",
  },
  EVENTS_HEARTBEAT: {
    default: String(HEARTBEAT_SECONDS),
    meaning:
      "seconds between heartbeats on an event stream; must be less than a proxy's idle time-out",
  },
  LOGIN_RATE_LIMIT: {
    default: "30",
    meaning:
      "sign-ins and registrations per minute for one address at one server; `off` disables this limit and the delays after failed sign-ins, see [Rate limits](#rate-limits)",
  },
  TRUST_PROXY: {
    default: null,
    meaning:
      "proxies whose `X-Forwarded-*` headers are trusted: their number (1 to 9), or their comma-separated addresses, such as `loopback` or `10.0.0.0/8`",
  },
  PUBLIC_URL: {
    default: null,
    meaning:
      "the origin at which browsers reach the server, such as `https://tasks.example.com`; requests with another `Host` get 421, see [below](#the-host-header)",
  },
  CORS_ORIGINS: {
    default: null,
    meaning: "other origins whose pages may call the API, comma-separated",
  },
  REGISTRATION: {
    default: "open",
    meaning:
      "`approval`: an admin must activate new accounts; `closed`: registration is refused. In all modes one admin may register while there is none",
  },
  ADMIN_REGISTRATION: {
    default: "open",
    meaning:
      "`closed`: only the first admin may register as an admin. Without an active admin, a signed-in member may become it",
  },
  LOCAL_SIGN_IN: {
    default: "on",
    meaning:
      "who may sign in with a password: `on`: everyone; `admins`: admins; `off`: nobody. Registration is closed unless it is `on`",
  },
  EMAIL_CHANGE: {
    default: null,
    meaning:
      "`immediate`: a user's new e-mail address takes effect at once; `password`: only with the current password. By default `password` with `SMTP_URL` or providers, otherwise `immediate`",
  },
  OIDC_PROVIDERS: {
    default: null,
    meaning: "OpenID Connect providers, as a JSON list, see [below](#openid-connect)",
  },
  OIDC_FILE: {
    default: null,
    meaning: "a file with that list instead",
  },
  OIDC_CREATE_ACCOUNTS: {
    default: "registration",
    meaning:
      "whether the first sign-in with a provider creates an account: `registration`: unless `REGISTRATION` is `closed`; `true`; `false`. A provider's `create` overrides it",
  },
  DEMO_PASSWORD: {
    default: null,
    meaning: "the password of all users in the demo data; random by default",
  },
  BACKUP_EVERY: {
    default: null,
    meaning:
      "how often the server writes a backup, such as `24h` or `7d`; without it, it writes none, see [Backup and restore](#backup-and-restore)",
  },
  BACKUP_KEEP: {
    default: "7",
    meaning: "how many of these backups are kept",
  },
  BACKUP_FILES: {
    default: "on",
    meaning: "`off`: these backups have no files of tasks, so you copy `DATA_DIR/files` yourself",
  },
  FILES_MAX_MB: {
    default: "25",
    meaning: "maximum size of a file of a task, in megabytes; a proxy must let it through",
  },
  FILES_TOTAL_GB: {
    default: "10",
    meaning: "maximum size of all files, in gigabytes; they are in `DATA_DIR/files`",
  },
  LOG_LEVEL: {
    default: "info",
    meaning: "`silent`, `fatal`, `error`, `warn`, `info`, `debug` or `trace`",
  },
  SMTP_URL: {
    default: null,
    meaning:
      "a mail server, such as `smtp://user:password@host:587` or `smtps://…`, with special characters %-encoded; needs `MAIL_FROM` and `PUBLIC_URL`. The server then mails [links](#links)",
  },
  MAIL_FROM: {
    default: null,
    meaning: "the sender of the mails, such as `Taskdeck <tasks@example.com>`",
  },
  WEBHOOK_PRIVATE_ADDRESSES: {
    default: "off",
    meaning:
      "`on`: [webhooks](webhooks.md) may also reach addresses that are not public, and use `http://`. Every admin can then send requests into the server's network",
  },
  METRICS_PORT: {
    default: null,
    meaning: "port of `/metrics`; without it there are no metrics",
  },
  METRICS_HOST: {
    default: "127.0.0.1",
    meaning: "address that `/metrics` listens on",
  },
} as const satisfies Record<string, Setting>;

export type SettingName = keyof typeof SETTINGS;

import { expect, test } from "@jest/globals";
import { HOUR_MS } from "#contract/time.ts";
import { databaseName, readConfig } from "./config.ts";
import { startWarnings } from "./startWarnings.ts";

test("an empty environment gives the documented defaults", () => {
  expect(readConfig({ PORT: "" })).toEqual({
    port: 3000,
    host: "127.0.0.1",
    basePath: "",
    dataDir: "./data",
    postgres: null,
    accessTokenTtl: 900,
    heartbeatSeconds: 15,
    loginRateLimit: 30,
    trustProxy: false,
    privateWebhooks: false,
    publicUrl: null,
    corsOrigins: [],
    registration: "open",
    adminRegistration: "open",
    localSignIn: "on",
    emailChange: "immediate",
    oidcProviders: [],
    demoPassword: null,
    files: { maxBytes: 25 * 1024 ** 2, totalBytes: 10 * 1024 ** 3 },
    logLevel: "info",
    backups: null,
    mail: null,
    metrics: null,
  });
});

test("reads every environment variable", () => {
  const env = {
    PORT: "8080",
    HOST: "0.0.0.0",
    BASE_PATH: "/team/tasks/",
    DATA_DIR: "/var/lib/taskdeck",
    DATABASE_URL: "postgres://taskdeck:se%40cret@db.example:6432/tasks?sslmode=verify-full",
    DATABASE_POOL_SIZE: "4",
    DATABASE_STATEMENT_TIMEOUT: "5",
    DATABASE_WAIT: "0",
    ACCESS_TOKEN_TTL: "60",
    EVENTS_HEARTBEAT: "20",
    LOGIN_RATE_LIMIT: "off",
    TRUST_PROXY: "loopback, 10.0.0.0/8",
    PUBLIC_URL: "https://tasks.example/",
    CORS_ORIGINS: "https://a.example, http://localhost:8081/",
    REGISTRATION: "approval",
    ADMIN_REGISTRATION: "closed",
    LOCAL_SIGN_IN: "admins",
    EMAIL_CHANGE: "immediate",
    OIDC_PROVIDERS:
      '[{"id":"id","issuer":"https://id.example","client_id":"taskdeck","label":"ID"}]',
    OIDC_CREATE_ACCOUNTS: "false",
    DEMO_PASSWORD: "a demo password",
    BACKUP_FILES: "off",
    FILES_MAX_MB: "100",
    FILES_TOTAL_GB: "50",
    BACKUP_EVERY: "2d",
    BACKUP_KEEP: "3",
    LOG_LEVEL: "warn",
    SMTP_URL: "smtp://taskdeck:secret@mail.example:587",
    MAIL_FROM: "Taskdeck <tasks@example.com>",
    METRICS_PORT: "9464",
    METRICS_HOST: "0.0.0.0",
    WEBHOOK_PRIVATE_ADDRESSES: "on",
  };
  expect(readConfig(env)).toEqual({
    port: 8080,
    host: "0.0.0.0",
    basePath: "/team/tasks",
    dataDir: "/var/lib/taskdeck",
    postgres: { url: env.DATABASE_URL, poolSize: 4, statementTimeoutSeconds: 5, waitSeconds: 0 },
    accessTokenTtl: 60,
    heartbeatSeconds: 20,
    loginRateLimit: "off",
    trustProxy: ["loopback", "10.0.0.0/8"],
    privateWebhooks: true,
    publicUrl: "https://tasks.example",
    corsOrigins: ["https://a.example", "http://localhost:8081"],
    registration: "approval",
    adminRegistration: "closed",
    localSignIn: "admins",
    emailChange: "immediate",
    oidcProviders: [
      expect.objectContaining({ issuer: "https://id.example", create: false, sync: true }),
    ],
    demoPassword: "a demo password",
    files: { maxBytes: 100 * 1024 ** 2, totalBytes: 50 * 1024 ** 3 },
    backups: { everyMs: 48 * 60 * 60 * 1000, keep: 3, hasFiles: false },
    logLevel: "warn",
    mail: { url: env.SMTP_URL, from: env.MAIL_FROM },
    metrics: { port: 9464, host: "0.0.0.0" },
  });
});

test.each([
  ["?sslmode=require&x=1", "?sslmode=verify-full&x=1"],
  ["?sslmode=no-verify", "?sslmode=no-verify"],
  ["?uselibpqcompat=true&sslmode=require", "?uselibpqcompat=true&sslmode=require"],
  ["", ""],
])("the driver gets the mode of TLS that it applies, so it warns of none: %s", (given, applied) => {
  const url = "postgres://ada:p%40ss@localhost/taskdeck";
  expect(readConfig({ DATABASE_URL: url + given }).postgres?.url).toBe(url + applied);
});

test("a new email address needs the password if the server sends mails or has providers", () => {
  const PUBLIC_URL = "https://tasks.example";
  const MAIL = { SMTP_URL: "smtp://mail.example", MAIL_FROM: "tasks@example.com" };
  const OIDC_PROVIDERS =
    '[{"id":"id","issuer":"https://id.example","client_id":"taskdeck","label":"ID"}]';
  expect(readConfig({ PUBLIC_URL, ...MAIL }).emailChange).toBe("password");
  expect(readConfig({ PUBLIC_URL, OIDC_PROVIDERS }).emailChange).toBe("password");
  expect(readConfig({ EMAIL_CHANGE: "password" }).emailChange).toBe("password");
});

test.each([
  ["PORT", "http"],
  ["PORT", "65536"],
  ["BASE_PATH", "tasks"],
  ["BASE_PATH", "//tasks.example"],
  ["BASE_PATH", "/a/../b"],
  ["BASE_PATH", "/tasks?x"],
  ["BASE_PATH", '/"><script>'],
  ["ACCESS_TOKEN_TTL", "0"],
  ["ACCESS_TOKEN_TTL", "15m"],
  ["LOGIN_RATE_LIMIT", "on"],
  ["CORS_ORIGINS", "*"],
  ["CORS_ORIGINS", "https://a.example/path"],
  ["CORS_ORIGINS", "javascript:alert(1)"],
  ["CORS_ORIGINS", "https://*.example.com"],
  ["LOG_LEVEL", "verbose"],
  ["METRICS_PORT", "on"],
  ["TRUST_PROXY", "true"],
  ["TRUST_PROXY", "0"],
  ["TRUST_PROXY", "10.0.0.0/33"],
  ["TRUST_PROXY", "proxy.example"],
  ["PUBLIC_URL", "tasks.example"],
  ["PUBLIC_URL", "https://tasks.example/taskdeck"],
  ["PUBLIC_URL", "https://*.tasks.example"],
  ["PUBLIC_URL", "https://user@tasks.example"],
  ["PUBLIC_URL", "https:tasks.example"],
  ["REGISTRATION", "invite"],
  ["ADMIN_REGISTRATION", "yes"],
  ["LOCAL_SIGN_IN", "no"],
  ["OIDC_PROVIDERS", "https://id.example"],
  ["OIDC_FILE", "/nonexistent.json"],
  ["OIDC_CREATE_ACCOUNTS", "never"],
  ["DEMO_PASSWORD", "1234567"],
  ["DATABASE_URL", "mysql://localhost/taskdeck"],
  ["DATABASE_URL", "localhost/taskdeck"],
  ["DATABASE_URL", "postgres://localhost"],
  ["DATABASE_URL", "postgres://localhost/taskdeck?sslmode=bogus"],
  ["DATABASE_URL", "postgres://taskdeck:se@cr#et/x@localhost:port/taskdeck"],
  ["DATABASE_POOL_SIZE", "2"],
  ["DATABASE_STATEMENT_TIMEOUT", "0"],
  ["DATABASE_WAIT", "soon"],
])("%s=%s is refused with a message that names the variable", (name, value) => {
  expect(() => readConfig({ [name]: value })).toThrow(name);
});

test.each([
  [{ SMTP_URL: "http://mail.example" }, "SMTP_URL must be the address of a mail server"],
  [{ SMTP_URL: "smtp://mail.example" }, "SMTP_URL needs MAIL_FROM"],
  [
    { SMTP_URL: "smtp://ada:hunter2@mail.example", MAIL_FROM: "tasks@example.com" },
    "SMTP_URL needs PUBLIC_URL",
  ],
])("mail settings are refused without the others that they need: %j", (env, message) => {
  expect(() => readConfig(env)).toThrow(message);
  expect(() => readConfig(env)).toThrow(expect.not.stringContaining("hunter2"));
});

test("databaseName() contains no password", () => {
  const url = "postgres://ada:hunter2@db.example:5433/tasks";
  expect(databaseName(readConfig({ DATABASE_URL: url }))).toBe(
    "the database of DATABASE_URL (db.example:5433/tasks)",
  );
  expect(databaseName(readConfig({}))).toBe("the database in DATA_DIR (./data)");
  expect(() => readConfig({ DATABASE_URL: "postgres://ada:hunter2@h" })).toThrow(
    expect.not.stringContaining("hunter2"),
  );
});

test("BACKUP_EVERY is hours or days", () => {
  const backups = (every: string) => readConfig({ BACKUP_EVERY: every }).backups;
  expect(backups("12h")).toEqual({ everyMs: 12 * HOUR_MS, keep: 7, hasFiles: true });
  for (const every of ["0h", "24", "daily", "1000h"]) {
    expect(() => backups(every)).toThrow("BACKUP_EVERY must be hours or days such as 24h or 7d");
  }
});

const ADMINS = "Anyone may register as an admin: set ADMIN_REGISTRATION=closed to stop that";
const ACCOUNTS = expect.stringContaining('Anyone whom "Acme" signs in gets an account');
const providers = (fields: object) => ({
  PUBLIC_URL: "https://tasks.example",
  OIDC_PROVIDERS: JSON.stringify([
    { id: "acme", issuer: "https://id.example", client_id: "taskdeck", label: "Acme", ...fields },
  ]),
});

test.each([
  [{}, [ADMINS]],
  [{ ADMIN_REGISTRATION: "closed" }, []],
  [{ LOCAL_SIGN_IN: "off" }, []],
  [{ LOCAL_SIGN_IN: "admins" }, []],
  [{ REGISTRATION: "closed", ...providers({}) }, []],
  [{ REGISTRATION: "closed", ...providers({ create: true }) }, [ACCOUNTS]],
  [{ REGISTRATION: "closed", OIDC_CREATE_ACCOUNTS: "true", ...providers({}) }, [ACCOUNTS]],
  [{ REGISTRATION: "approval", ...providers({ create: true }) }, []],
  [
    { ADMIN_REGISTRATION: "closed", HOST: "0.0.0.0" },
    [expect.stringContaining("Any Host header is accepted")],
  ],
  [
    {
      ADMIN_REGISTRATION: "closed",
      DATABASE_POOLSIZE: "5",
      OIDC_PROVIDER: "[]",
      DATABASE_MEMORY: "2g",
      PATH: "/bin",
      npm_config_port: "1",
    },
    [
      "Taskdeck doesn't know these variables, which may be misspelt: DATABASE_POOLSIZE, OIDC_PROVIDER",
    ],
  ],
  [
    {
      ADMIN_REGISTRATION: "closed",
      DATABASE_URL: "postgres://localhost/taskdeck?sslmode=require&sslrootcert=ca.crt",
    },
    [expect.stringMatching(/^sslmode=require in DATABASE_URL .* sslmode=verify-full does/)],
  ],
])("with %j the log says who gets in: %j", (env, warnings) => {
  expect(startWarnings(readConfig(env), env)).toEqual(warnings);
});

test.each([
  ["https://bücher.example", "https://xn--bcher-kva.example"],
  ["HTTPS://Tasks.Example/", "https://tasks.example"],
  ["https://tasks.example:443", "https://tasks.example"],
  ["http://tasks.example:80/", "http://tasks.example"],
  ["https://tasks.example:8443", "https://tasks.example:8443"],
  ["http://[FD00::1]:8080", "http://[fd00::1]:8080"],
])("an origin may be written as people write it: %s", (text, origin) => {
  const { publicUrl, corsOrigins } = readConfig({ PUBLIC_URL: text, CORS_ORIGINS: text });
  expect([publicUrl, corsOrigins]).toEqual([origin, [origin]]);
});

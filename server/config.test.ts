import { expect, test } from "@jest/globals";
import { readConfig } from "./config.ts";

test("an empty environment gives the documented defaults", () => {
  expect(readConfig({ PORT: "" })).toEqual({
    port: 3000,
    host: "127.0.0.1",
    dataDir: "./data",
    accessTokenTtl: 900,
    heartbeat: 15,
    loginRateLimit: 30,
    corsOrigins: [],
    adminRegistration: "open",
  });
});

test("every variable is read", () => {
  const env = {
    PORT: "8080",
    HOST: "0.0.0.0",
    DATA_DIR: "/var/lib/taskdeck",
    ACCESS_TOKEN_TTL: "60",
    EVENTS_HEARTBEAT: "20",
    LOGIN_RATE_LIMIT: "off",
    CORS_ORIGINS: "https://a.example, http://localhost:8081/",
    ADMIN_REGISTRATION: "closed",
  };
  expect(readConfig(env)).toEqual({
    port: 8080,
    host: "0.0.0.0",
    dataDir: "/var/lib/taskdeck",
    accessTokenTtl: 60,
    heartbeat: 20,
    loginRateLimit: "off",
    corsOrigins: ["https://a.example", "http://localhost:8081"],
    adminRegistration: "closed",
  });
});

test.each([
  ["PORT", "http"],
  ["PORT", "65536"],
  ["PORT", "-1"],
  ["PORT", "3000.5"],
  ["ACCESS_TOKEN_TTL", "0"],
  ["ACCESS_TOKEN_TTL", "15m"],
  ["LOGIN_RATE_LIMIT", "on"],
  ["CORS_ORIGINS", "*"],
  ["CORS_ORIGINS", "https://a.example/path"],
  ["CORS_ORIGINS", "javascript:alert(1)"],
  ["ADMIN_REGISTRATION", "yes"],
  ["DATABASE_URL", "postgres://localhost/taskdeck"],
])("%s=%s stops the start and is named", (name, value) => {
  expect(() => readConfig({ [name]: value })).toThrow(name);
});

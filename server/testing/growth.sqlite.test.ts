// Runs on SQLite only, because nothing here depends on the database.
import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, jest, test } from "@jest/globals";
import { parseSync } from "@swc/core";
import type { FastifyRequest } from "fastify";
import { type AnyObjectSchema, isSchema, ObjectSchema, object } from "yup";
import { isCalendarDay } from "#contract/calendar.ts";
import { characterError, withShortMarkRuns } from "#contract/characters.ts";
import { check } from "#contract/rules/common.ts";
import { credentialsRule } from "#contract/rules/session.ts";
import { characterCount, storableText } from "#contract/text.ts";
import { emailKey } from "#contract/user.ts";
import { nameFromEmail } from "#server/accounts/email.ts";
import { networkOf } from "#server/auth/networks.ts";
import { searchText } from "#server/db/text/searchText.ts";
import { redactSecrets } from "#server/http/log.ts";
import { todayOf } from "#server/http/today.ts";
import { escapeLike } from "#server/search/candidates.ts";
import { createTokens } from "#server/sessions/tokens.ts";
import { matchesVersion } from "#server/tasks/edit.ts";
import { slowFunctions, type TextFunction } from "./growth.ts";
import { HOSTILE_TEXTS, RULE_TEXTS } from "./hostileTexts.ts";
import { startServer } from "./server.ts";

const root = path.resolve(import.meta.dirname, "../..");
const found = (pattern: string, exclude: string[] = []) =>
  globSync(pattern, { cwd: root, exclude: ["**/*.test.ts", ...exclude] }).toSorted();

/** The arguments for rules that are functions. */
const RULE_ARGUMENTS: Readonly<Record<string, unknown[]>> = {
  taskRule: ["2026-03-29", null],
  profileRule: [null],
  newPasswordRule: ["Password", "Password is required"],
  emailRule: ["Invalid email"],
  newEmailRule: ["Invalid email"],
};

/** Every rule that contract/ exports, as a schema of an object. */
async function allRules(): Promise<[name: string, rule: AnyObjectSchema][]> {
  const modules = await Promise.all(
    found("contract/rules/*.ts").map((file) => import(path.join(root, file)) as Promise<object>),
  );
  return modules
    .flatMap((module): [string, unknown][] => Object.entries(module))
    .filter(([name, value]) => name.endsWith("Rule") || isSchema(value))
    .map(([name, value]) => {
      const rule: unknown =
        typeof value === "function" ? value(...(RULE_ARGUMENTS[name] ?? [])) : value;
      if (rule instanceof ObjectSchema) return [name, rule];
      if (isSchema(rule)) return [name, object({ field: rule })];
      throw new Error(`${name} is no rule, or needs other arguments`);
    });
}

/** Every regular expression in code that may process clients' texts. */
function allPatterns(): [where: string, pattern: RegExp][] {
  const files = found("{contract,server}/**/*.ts", ["server/testing/**", "server/demo/**"]);
  return files.flatMap((file) => {
    const patterns: RegExp[] = [];
    // JSON.stringify visits every node of the syntax tree.
    JSON.stringify(
      parseSync(readFileSync(path.join(root, file), "utf8"), { syntax: "typescript" }),
      (_key, node: { type?: string; pattern?: string; flags?: string } | null) => {
        if (node?.type === "RegExpLiteral")
          patterns.push(new RegExp(node.pattern ?? "", node.flags));
        return node;
      },
    );
    return patterns.map((pattern): [string, RegExp] => [`${file}: ${String(pattern)}`, pattern]);
  });
}

// These tests need seconds of CPU time, which may take minutes on a busy machine.
jest.setTimeout(600_000);

test("every rule of the contract takes linear time", async () => {
  const rules = await allRules();
  expect(rules.length).toBeGreaterThan(10);
  const functions = rules.map(([name, rule]): TextFunction => {
    const fields = Object.keys(rule.fields);
    return [name, (text) => check(rule, Object.fromEntries(fields.map((field) => [field, text])))];
  });
  // The rules share few functions, and their patterns are tested below with more texts.
  expect(slowFunctions(functions, RULE_TEXTS)).toEqual([]);
});

test("every regular expression takes linear time", () => {
  const patterns = allPatterns();
  expect(patterns.length).toBeGreaterThan(20);
  const functions = patterns.map(
    ([where, pattern]): TextFunction => [where, (text) => text.replace(pattern, "")],
  );
  expect(slowFunctions(functions)).toEqual([]);
});

const withHeaders = (headers: object) => ({ headers }) as FastifyRequest;
const now = new Date("2026-03-15T12:00:00.000Z");

/** Returns the result of `read`, or undefined if it throws because it refuses the text. */
function orRefuse(read: () => unknown): unknown {
  try {
    return read();
  } catch {
    return undefined;
  }
}

/** Processes an e-mail address as a sign-in does. */
function signInWith(email: string) {
  const checked = check(credentialsRule, { email, password: "a long password" });
  if (!("value" in checked)) return;
  emailKey(checked.value.email);
  nameFromEmail(checked.value.email);
}

test("functions that read clients' texts take linear time", async () => {
  const server = await startServer();
  const tokens = await createTokens(server.deps);
  const functions: TextFunction[] = [
    ["storableText", storableText],
    ["characterCount", (text) => characterCount(text)],
    ["withShortMarkRuns", withShortMarkRuns],
    ["characterError", (text) => characterError("Text", text)],
    ["isCalendarDay", isCalendarDay],
    ["searchText", (text) => searchText("Title", text)],
    ["escapeLike", escapeLike],
    ["email key and name", signInWith],
    ["networkOf", networkOf],
    ["If-Match", (text) => orRefuse(() => matchesVersion(text, '"1"'))],
    ["X-Time-Zone", (text) => todayOf(withHeaders({ "x-time-zone": text }), now)],
    ["log line", redactSecrets],
    ["access token", (text) => tokens.readAccess(text)],
    ["refresh token", (text) => tokens.readRefresh(text)],
  ];
  expect(slowFunctions(functions)).toEqual([]);
  await server.close();
});

test("slowFunctions detects quadratic functions", () => {
  const names = new Set(['"a@a" + "." … + "@"', '"" + "\u0345\u0334" … + ""']);
  const texts = HOSTILE_TEXTS.filter(([name]) => names.has(name));
  const slow = slowFunctions(
    [
      ["a pattern that tries every end", (text) => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text)],
      ["normalization of any text", (text) => text.normalize("NFC")],
      ["one pass", characterCount],
    ],
    texts,
  );
  expect(slow).toEqual([
    expect.stringContaining("a pattern that tries every end"),
    expect.stringContaining("normalization of any text"),
  ]);
});

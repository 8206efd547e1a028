import { readFileSync } from "node:fs";
import { ConfigError } from "./configError.ts";
import { SETTINGS, type SettingName } from "./settings.ts";

export type Environment = Readonly<Record<string, string | undefined>>;

/** The variable's value, or its default. An empty variable counts as unset. */
export const read = <Name extends SettingName>(
  env: Environment,
  name: Name,
): string | (typeof SETTINGS)[Name]["default"] => env[name]?.trim() || SETTINGS[name].default;

/** The words of a list with commas. */
export const readList = (env: Environment, name: SettingName): string[] =>
  (read(env, name) ?? "")
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "");

/** Throws a {@link ConfigError} unless the value is a whole number in this range. */
export function wholeNumber(env: Environment, name: SettingName, min: number, max: number): number {
  const value = read(env, name) ?? "";
  const number = /^\d{1,15}$/.test(value) ? Number(value) : Number.NaN;
  if (number >= min && number <= max) return number;
  throw new ConfigError(`${name} must be a whole number from ${min} to ${max}, not "${value}"`);
}

/** Throws a {@link ConfigError} unless the value is one of the words. */
export function oneOf<Word extends string>(
  env: Environment,
  name: SettingName,
  words: readonly Word[],
): Word {
  const value = read(env, name);
  const word = words.find((known) => known === value);
  if (word !== undefined) return word;
  throw new ConfigError(`${name} must be one of ${words.join(", ")}, not "${value}"`);
}

/** The text of the file that the variable `name` gives. */
export function readFile(name: string, file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    throw new ConfigError(`${name} must be a readable file, not "${file}"`);
  }
}

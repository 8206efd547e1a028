import {
  type AnyObjectSchema,
  boolean,
  type InferType,
  MixedSchema,
  number,
  string,
  ValidationError,
} from "yup";
import { characterError, isBlank } from "../characters.ts";
import { ID_MAX } from "../id.ts";
import type { FieldError } from "../shapes/errors.ts";
import { valuesOf } from "../task.ts";
import { characterCount, storableText, tooLong } from "../text.ts";

/** Replaces a text that is too long, so that Yup runs no test over it. */
const TOO_LONG = Symbol("too long");

type Length = (text: string) => number;

interface TextLimits {
  max: number;
  /** The message for a longer text; by default the message for a wrong type. */
  tooLong?: string;
  length?: Length;
}

/**
 * The maximum number of UTF-16 code units per counted character, as in a letter with three accents
 * or in two emoji.
 */
const UNITS_PER_CHARACTER = 4;

/**
 * A rule for texts, which `read` converts first. Yup runs every test of a field, even after one has
 * failed. So a text that is too long is replaced before the first test, and no pattern sees it.
 */
function readText(
  typeMessage: string,
  { max, tooLong: longMessage = typeMessage, length = characterCount }: TextLimits,
  read: (text: string) => string,
) {
  function readShort(sent: string): string | typeof TOO_LONG {
    const text = read(sent);
    const isShort = text.length <= max * UNITS_PER_CHARACTER && length(text) <= max;
    return isShort ? text : TOO_LONG;
  }
  return (
    string()
      // Yup would turn a number or a boolean into text, which would hide a caller's mistake.
      .transform((_cast: unknown, sent: unknown) =>
        typeof sent === "string" ? readShort(sent) : sent,
      )
      .typeError(({ value }: { value: unknown }) =>
        value === TOO_LONG ? longMessage : typeMessage,
      )
      .nonNullable(typeMessage)
      .meta({ maxLength: max })
  );
}

/** A text exactly as sent. */
export const text = (typeMessage: string, limits: TextLimits) =>
  readText(typeMessage, limits, (sent) => sent);

/** A trimmed text that the database can store. */
export const trimmedText = (typeMessage: string, limits: TextLimits) =>
  readText(typeMessage, limits, storableText);

/** The limits of a text; `name` is the field's name in messages. */
export const atMost = (name: string, max: number): TextLimits => ({
  max,
  tooLong: tooLong(name, max),
});

/** A trimmed text without control characters and long runs of combining marks. */
const writtenText = (typeMessage: string, name: string, max: number, saved?: string) =>
  readText(typeMessage, atMost(name, max), (sent) => sent.toWellFormed().trim()).test({
    name: "characters",
    skipAbsent: true,
    test(value, { createError }) {
      const message = value === saved ? undefined : characterError(name, value ?? "");
      return message === undefined || createError({ message });
    },
  });

/**
 * A required text that people write. A text that shows nothing counts as missing.
 *
 * @param saved the saved text, which is always accepted: older versions had fewer rules
 */
export const requiredText = (missing: string, name: string, max: number, saved?: string) =>
  writtenText(missing, name, max, saved)
    .transform((value: unknown) =>
      typeof value === "string" && value !== saved && isBlank(value) ? "" : value,
    )
    .required(missing);

/** An optional text that people write; absent and null count as empty. */
export const optionalText = (name: string, max: number, saved?: string) =>
  writtenText(`${name} must be text`, name, max, saved).nullable().ensure();

export const oneOf = <Word extends string>(
  words: readonly Word[],
  message: string,
  typeMessage = message,
) =>
  text(typeMessage, { max: Math.max(...words.map(characterCount)), tooLong: message }).oneOf(
    words,
    message,
  );

/** One of these words as an optional field of a query; `name` is the field's name in messages. */
export const choice = <Word extends string>(name: string, words: readonly Word[]) =>
  oneOf(words, `${name} must be one of ${words.join(", ")}`).transform(emptyIsAbsent);

/** Turns a condition into one for `.test()` that accepts an absent value. */
export const ifPresent =
  <T>(test: (value: T) => boolean) =>
  (value: T | null | undefined) =>
    value == null || test(value);

/** Requires any field of an object, for `.test()`. */
export const anyField = (message: string) => ({
  name: "not-empty",
  message,
  test: (fields: object) => Object.values(fields).some((value) => value !== undefined),
});

/** Whether a comma-separated list has at most `max` ids of at most `idMax` characters. */
export function isIdList(list: string, max: number, idMax = ID_MAX): boolean {
  const ids = valuesOf(list);
  return ids.length <= max && ids.every((id) => characterCount(id) <= idMax);
}

/** A required list of 1 to `max` ids of tasks or users, comma-separated. */
export function requiredIds(kind: "Task" | "User", max: number, charactersMax: number) {
  const message = `${kind} ids must be 1 to ${max} ${kind.toLowerCase()}s' ids, comma-separated`;
  return trimmedText(message, atMost(`${kind} ids`, charactersMax))
    .required(message)
    .test("ids", message, (list) => valuesOf(list).length > 0 && isIdList(list, max));
}

/** A minimum length, for `.test()`. Yup's own `min` counts an emoji as two characters. */
export const atLeast = (name: string, min: number, length: Length = characterCount) => ({
  name: "min",
  params: { min },
  message: `${name} must be at least ${min} characters`,
  skipAbsent: true,
  test: (value?: string | null) => length(value ?? "") >= min,
});

/** A boolean; `name` is the field's name in messages. */
export const flag = (name: string) =>
  boolean()
    // Yup would also accept 1 and "true".
    .transform((_cast: unknown, original: unknown) => original)
    .typeError(`${name} must be true or false`)
    .nonNullable(`${name} must be true or false`);

const idText = (typeMessage: string) => trimmedText(typeMessage, { max: ID_MAX });

export const emptyIsNull = (value: unknown) => (value === "" ? null : value);

/** The id of another record in a body, or null for none. Empty text counts as null. */
export const optionalId = (typeMessage: string) =>
  idText(typeMessage).transform(emptyIsNull).nullable();

/** A number from 1 to `max` in a query. */
export function wholeNumber(label: string, max: number) {
  const message = `${label} must be a whole number from 1 to ${max}`;
  return number()
    .transform((cast: unknown, original: unknown) => (Array.isArray(original) ? original : cast))
    .typeError(message)
    .integer(message)
    .min(1, message)
    .max(max, message);
}

export const emptyIsAbsent = (value: unknown) => (value === "" ? undefined : value);

/** An id in a query. */
export const idFilter = (message: string) => idText(message).transform(emptyIsAbsent);

/**
 * The fields of the input that the rule declares. Nested objects become `{}` unless the field is
 * structured (`sets.ts`), because Yup would call their `toString`. Unknown fields are dropped, because Yup
 * misreads some names.
 */
function fieldsOf(rule: AnyObjectSchema, input: object): object {
  const empty = (value: unknown) => {
    if (Array.isArray(value)) return [];
    return typeof value === "object" && value !== null ? {} : value;
  };
  const known = Object.entries(input).filter(([name]) => Object.hasOwn(rule.fields, name));
  const isFlat = (name: string) => {
    const field = rule.fields[name];
    return !(field instanceof MixedSchema);
  };
  return Object.fromEntries(
    known.map(([name, value]) => [name, isFlat(name) ? empty(value) : value]),
  );
}

/**
 * Runs a rule over input of any shape, and returns the value or the first message for each refused
 * field. Unknown fields are dropped.
 */
export function check<S extends AnyObjectSchema>(
  rule: S,
  input: unknown,
): { value: InferType<S> } | { errors: FieldError[] } {
  if (typeof input !== "object" || input === null || Array.isArray(input)) {
    return { errors: [{ param: "body", msg: "Body must be a JSON object" }] };
  }
  try {
    return { value: rule.validateSync(fieldsOf(rule, input), { abortEarly: false }) };
  } catch (failure) {
    if (!(failure instanceof ValidationError)) throw failure;
    const all = failure.inner.length > 0 ? failure.inner : [failure];
    const first = new Map<string, string>();
    for (const { path, message } of all) {
      const param = path || "body";
      if (!first.has(param)) first.set(param, message);
    }
    return { errors: Array.from(first, ([param, msg]) => ({ param, msg })) };
  }
}

import { type AnyObjectSchema, type InferType, number, string, ValidationError } from "yup";
import type { FieldError } from "../errors.ts";
import { ID_MAX } from "../id.ts";
import { characterError, lengthOf, storableText, tooLong } from "../text.ts";

/** Takes the place of a text that is too long. It is no text, so Yup runs no test over it. */
const TOO_LONG = Symbol("too long");
type TooLong = typeof TOO_LONG;

type Length = (text: string) => number;

/** How long a text may be, and how that is judged. */
export interface TextLimits {
  max: number;
  /** What is said of a longer text; without it, what is said of another type. */
  tooLong?: string;
  length?: Length;
}

/** No character of a limit takes more code units: a letter with three accents, or two emoji. */
const UNITS_PER_CHARACTER = 4;

/**
 * A rule for texts, each as `read` makes it. Yup runs every test of a field, also after one has
 * failed. So a text that is too long is replaced before the first test: no pattern ever sees it.
 */
function readText(
  typeMessage: string,
  { max, tooLong: longMessage = typeMessage, length = lengthOf }: TextLimits,
  read: (text: string) => string,
) {
  function readShort(sent: string): string | TooLong {
    const text = read(sent);
    const isShort = text.length <= max * UNITS_PER_CHARACTER && length(text) <= max;
    return isShort ? text : TOO_LONG;
  }
  return (
    string()
      // Yup would turn a number or a boolean into text, and so hide a caller's mistake.
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

/** A text, exactly as it was sent. */
export const text = (typeMessage: string, limits: TextLimits) =>
  readText(typeMessage, limits, (sent) => sent);

/** The same, as it is kept. */
export const trimmedText = (typeMessage: string, limits: TextLimits) =>
  readText(typeMessage, limits, storableText);

/** The limits of a text that messages call `name`. */
export const atMost = (name: string, max: number): TextLimits => ({
  max,
  tooLong: tooLong(name, max),
});

/**
 * A text that people write. Control characters and long runs of combining marks are refused.
 *
 * @param kept what is saved already: it may stay as it is, whatever older versions let through
 */
export const writtenText = (typeMessage: string, name: string, max: number, kept?: string) =>
  readText(typeMessage, atMost(name, max), (sent) => sent.toWellFormed().trim()).test({
    name: "characters",
    skipAbsent: true,
    test(value, { createError }) {
      const message = value === kept ? undefined : characterError(name, value ?? "");
      return message === undefined || createError({ message });
    },
  });

/** A text that people may write or leave out: absent and null count as empty. */
export const optionalText = (name: string, max: number, kept?: string) =>
  writtenText(`${name} must be text`, name, max, kept).nullable().ensure();

/** One of a few words. */
export const oneOf = <Word extends string>(
  words: readonly Word[],
  message: string,
  typeMessage = message,
) =>
  text(typeMessage, { max: Math.max(...words.map(lengthOf)), tooLong: message }).oneOf(
    words,
    message,
  );

/** For `.test()`: at least so many characters. Yup's own `min` counts an emoji as two. */
export const atLeast = (name: string, min: number, length: Length = lengthOf) => ({
  name: "min",
  params: { min },
  message: `${name} must be at least ${min} characters`,
  skipAbsent: true,
  test: (value?: string | null) => length(value ?? "") >= min,
});

/** An id of something. A longer text is the id of nothing. */
export const idText = (typeMessage: string) => trimmedText(typeMessage, { max: ID_MAX });

/** The id of something else that a body names, or null for nothing. Empty text counts as null. */
export function optionalId(typeMessage: string) {
  return idText(typeMessage)
    .transform((value: unknown) => (value === "" ? null : value))
    .nullable();
}

/** A number of a query that counts from 1. */
export function wholeNumber(label: string, most: number) {
  const message = `${label} must be a whole number from 1 to ${most}`;
  return number()
    .transform((cast: unknown, original: unknown) => (Array.isArray(original) ? original : cast))
    .typeError(message)
    .integer(message)
    .min(1, message)
    .max(most, message);
}

/** An empty filter of a query counts as none. */
export const emptyIsAbsent = (value: unknown) => (value === "" ? undefined : value);

/** The id of something that a query filters by. */
export const idFilter = (message: string) => idText(message).transform(emptyIsAbsent);

/** The outcome of running a rule: the value, or what to say about each refused field. */
export type Checked<T> = { value: T } | { errors: FieldError[] };

/**
 * What a rule is run over: the fields that it knows and that are there. None of them is an object,
 * and what somebody puts into one is no business of Yup's, which would call its `toString`; nor is
 * a field of that name, which it would take for one of its own.
 */
function fieldsOf(rule: AnyObjectSchema, input: object): object {
  const empty = (value: unknown) => {
    if (Array.isArray(value)) return [];
    return typeof value === "object" && value !== null ? {} : value;
  };
  const known = Object.entries(input).filter(([name]) => Object.hasOwn(rule.fields, name));
  return Object.fromEntries(known.map(([name, value]) => [name, empty(value)]));
}

/**
 * Runs a rule over input of any shape. Fields that the rule doesn't know are dropped; of several
 * complaints about one field the first is kept.
 */
export function check<S extends AnyObjectSchema>(rule: S, input: unknown): Checked<InferType<S>> {
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

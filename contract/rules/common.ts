import { type AnyObjectSchema, type InferType, number, string, ValidationError } from "yup";
import type { FieldError } from "../errors.ts";
import { ID_MAX } from "../id.ts";
import { keptText, lengthOf, tooLong } from "../text.ts";

/** The "simple pattern" of §5: something, an at sign, something with a dot, no white space. */
const EMAIL_PATTERN = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/**
 * A text, exactly as it was sent: Yup would turn a number or a boolean into text, and so hide a
 * caller's mistake.
 */
export function text(typeMessage: string) {
  return string()
    .transform((_cast: unknown, original: unknown) => original)
    .typeError(typeMessage)
    .nonNullable(typeMessage);
}

/** The same, as it is kept. */
export function trimmedText(typeMessage: string) {
  return text(typeMessage).transform((value: unknown) =>
    typeof value === "string" ? keptText(value) : value,
  );
}

type Length = (text: string) => number;

/** For `.test()`: at least so many characters. Yup's own `min` and `max` count an emoji as two. */
export const atLeast = (name: string, min: number, length: Length = lengthOf) => ({
  name: "min",
  params: { min },
  message: `${name} must be at least ${min} characters`,
  skipAbsent: true,
  test: (value?: string | null) => length(value ?? "") >= min,
});

/** For `.test()`: at most so many characters. */
export const atMost = (name: string, max: number, length: Length = lengthOf) => ({
  name: "max",
  params: { max },
  message: tooLong(name, max),
  skipAbsent: true,
  test: (value?: string | null) => length(value ?? "") <= max,
});

/** A required e-mail address (§5); `invalid` is the sentence for a malformed one. */
export function emailRule(invalid: string, max: number) {
  return trimmedText("Email is required")
    .required("Email is required")
    .matches(EMAIL_PATTERN, { message: invalid, excludeEmptyString: true })
    .test(atMost("Email", max));
}

/** For `.test()`: not too long to be an id; what is, is none. */
export const idLength = (message: string) => ({ ...atMost("Id", ID_MAX), message });

/** The id of something else that a body names, or null for nothing. Empty text counts as null. */
export function optionalId(typeMessage: string) {
  return trimmedText(typeMessage)
    .transform((value: unknown) => (value === "" ? null : value))
    .nullable()
    .test(idLength(typeMessage));
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
export function idFilter(message: string) {
  return trimmedText(message).test(idLength(message)).transform(emptyIsAbsent);
}

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

import { ERROR_CODES } from "../errors.ts";
import { Label } from "./label.ts";
import { enumOf, listOf, named, object, optional, type TypeOf, text } from "./shape.ts";

export const errorFields = {
  error: text,
  /** Beyond the specification: other servers send none. */
  code: optional({
    ...enumOf(ERROR_CODES),
    description: "Distinguishes failures with the same status.",
  }),
  /** Beyond the specification. */
  label: optional({ ...Label, description: "The label that has the name already." }),
};

/** The body of every failure except a refused field. */
export const ErrorBody = named("Error", object(errorFields));
export type ErrorBody = TypeOf<typeof ErrorBody>;

/** One refused field: `param` is its name in the body, `msg` the sentence to show (§8). */
export const FieldError = object({ param: text, msg: text });
export type FieldError = TypeOf<typeof FieldError>;

/** 400: the body or query breaks a rule. */
export const FieldErrorsBody = named("FieldErrors", object({ errors: listOf(FieldError) }));
export type FieldErrorsBody = TypeOf<typeof FieldErrorsBody>;

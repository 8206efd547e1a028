/** One refused field: `param` is its name in the body, `msg` the sentence to show (§8). */
export interface FieldError {
  param: string;
  msg: string;
}

/** Reasons of an error that a client can't derive from its status and text. */
export const ERROR_CODES = ["account_closed", "awaiting_approval", "registration_closed"] as const;
export type ErrorCode = (typeof ERROR_CODES)[number];

/** The body of every failure except a refused field. */
export interface ErrorBody {
  error: string;
  /** Beyond the specification: other servers send none. */
  code?: ErrorCode;
}

/** 400: the body or query breaks a rule. */
export interface FieldErrorsBody {
  errors: FieldError[];
}

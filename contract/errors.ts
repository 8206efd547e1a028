/** One refused field: `param` is its name in the body, `msg` the sentence to show (§8). */
export interface FieldError {
  param: string;
  msg: string;
}

/** Every failure but a refused body. */
export interface ErrorBody {
  error: string;
}

/** 400: the body or query breaks a rule. */
export interface FieldErrorsBody {
  errors: FieldError[];
}

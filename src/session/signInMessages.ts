import {
  type CallError,
  describeFailure,
  errorTextOf,
  fieldErrorsOf,
  isUnanswered,
  statusOf,
} from "#api/errors.ts";
import type { FieldError } from "#contract/shapes/errors.ts";

const fieldText = ({ param, msg }: FieldError): string => `${param}: ${msg}`;

/** In the order of the error catalogue (§8): field errors, the server's text, no response, the rest. */
function messages(error: CallError, unanswered: string, prefix: string): string[] {
  const fields = fieldErrorsOf(error);
  if (fields.length > 0) return fields.map(fieldText);
  const text = errorTextOf(error);
  if (text) return [text];
  return [isUnanswered(error) ? unanswered : `${prefix}: ${describeFailure(error)}`];
}

/** The texts of a failed sign-in (§8). */
export function loginMessages(error: CallError): string[] {
  if (statusOf(error) === 401) return ["Invalid email or password"];
  return messages(error, "Cannot connect to server.", "Login failed");
}

/** The texts of a failed registration (§8). */
export function registrationMessages(error: CallError): string[] {
  return messages(error, "Cannot connect to server", "Registration failed");
}

/** What stays beside the form after a failure, without what its fields say; "" without a failure. */
export function refusalText(
  error: CallError,
  messagesOf: (error: CallError) => readonly string[],
): string {
  if (!error) return "";
  const fields = new Set(fieldErrorsOf(error).map(fieldText));
  return messagesOf(error)
    .filter((text) => !fields.has(text))
    .join("\n");
}

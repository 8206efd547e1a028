import {
  type CallError,
  describe,
  errorTextOf,
  fieldErrorsOf,
  isUnanswered,
  statusOf,
} from "#api/errors.ts";

/** The order of the error catalogue (§8): listed fields, the server's text, no answer, the rest. */
function messages(error: CallError, unanswered: string, prefix: string): string[] {
  const fields = fieldErrorsOf(error);
  if (fields.length > 0) return fields.map(({ param, msg }) => `${param}: ${msg}`);
  const text = errorTextOf(error);
  if (text) return [text];
  return [isUnanswered(error) ? unanswered : `${prefix}: ${describe(error)}`];
}

/** What a failed sign-in says, one toast each (§8). */
export function loginMessages(error: CallError): string[] {
  if (statusOf(error) === 401) return ["Invalid email or password"];
  return messages(error, "Cannot connect to server.", "Login failed");
}

/** What a failed registration says, one toast each (§8). */
export function registrationMessages(error: CallError): string[] {
  return messages(error, "Cannot connect to server", "Registration failed");
}

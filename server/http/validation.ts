import type { FastifyInstance } from "fastify";
import type { AnyObjectSchema, InferType } from "yup";
import { check } from "#contract/rules/common.ts";
import { badRequest, notFound, type Refusal, refused } from "#server/refusals.ts";

function applied<S extends AnyObjectSchema>(
  rule: S,
  input: unknown,
): { value: InferType<S> } | { error: Refusal } {
  // A query may contain `__proto__`; in bodies the JSON parser has refused it already.
  if (typeof input === "object" && input !== null && Object.hasOwn(input, "__proto__")) {
    return { error: badRequest("The request could not be read") };
  }
  const checked = check(rule, input);
  return "errors" in checked ? { error: refused(checked.errors) } : checked;
}

/**
 * Applies the rules that routes declare (`api({…})`) to body, query and path, before their handlers
 * run. Hooks that come before it must use `preValidation`.
 */
export function applyRules(app: FastifyInstance): void {
  app.setValidatorCompiler<AnyObjectSchema>(({ schema, httpPart }) => (input: unknown) => {
    const result = applied(schema, input);
    return "error" in result && httpPart === "params" ? { error: notFound("Not found") } : result;
  });
}

/**
 * The input as the rule describes it: trimmed, with defaults, without unknown fields. Throws a 400
 * with the messages of the specification (§5) when it breaks the rule. For rules that depend on saved data.
 */
export function validated<S extends AnyObjectSchema>(rule: S, input: unknown): InferType<S> {
  const result = applied(rule, input);
  if ("error" in result) throw result.error;
  return result.value;
}

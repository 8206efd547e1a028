import { SIGN_IN_FAILURES, type SignInFailure } from "#contract/signIn.ts";

/** How a sign-in with a provider ended, as the server wrote it into the address. */
export type ProviderResult =
  | { kind: "code"; code: string }
  | { kind: "link"; code: string; provider: string }
  | { kind: "failure"; failure: SignInFailure; reference: string | undefined };

/** The id of a request in the server's log. Anybody can make an address, so it shows no other text. */
const REFERENCE = /^[\da-f-]{24,36}$/;

/** Reads the address's fragment; null if no sign-in has ended with it. */
export function readProviderResult(hash: string): ProviderResult | null {
  const fields = new URLSearchParams(hash.slice(1));
  const code = fields.get("sign-in");
  if (code) return { kind: "code", code };
  const link = fields.get("link");
  if (link) return { kind: "link", code: link, provider: fields.get("provider") ?? "" };
  const failure = SIGN_IN_FAILURES.find((one) => one === fields.get("sign-in-error"));
  const [reference] = REFERENCE.exec(fields.get("reference") ?? "") ?? [];
  return failure ? { kind: "failure", failure, reference } : null;
}

/** The sign-in screen's text for each failure. */
export const SIGN_IN_FAILURE_TEXTS: Readonly<Record<SignInFailure, string>> = {
  denied: "The sign-in was cancelled.",
  expired: "The sign-in took too long. Please try again.",
  unavailable: "The sign-in service can't be reached at present. Please try again later.",
  failed: "The sign-in failed. Please try again.",
  email_missing: "The sign-in service didn't tell your email address. Please ask an admin.",
  email_unverified:
    "The sign-in service hasn't verified your email address. Please verify it there, or ask an admin.",
  not_created: "You have no account here yet. Please ask an admin.",
};

import { createHmac } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Config } from "#server/config.ts";
import { readCookie, setCookie } from "#server/http/cookies.ts";
import { newSecret } from "#server/secrets/secret.ts";

/** The time in seconds that a sign-in at the provider may take. */
export const SIGN_IN_SECONDS = 10 * 60;
/** `Lax`, because the provider sends the browser back from another site. */
const COOKIE = {
  name: "taskdeck_sign_in",
  path: "/api/auth/oidc",
  maxAgeSeconds: 2 * SIGN_IN_SECONDS,
  sameSite: "Lax",
} as const;

type CookieConfig = Pick<Config, "basePath">;

/** The secret of the browser in its cookie, if it has one. */
export function browserSecretOf(
  request: FastifyRequest,
  { basePath }: CookieConfig,
): string | undefined {
  const value = readCookie(request, COOKIE, basePath);
  return /^[\w-]{43}$/.test(value) ? value : undefined;
}

/** The secret that binds sign-ins to this browser. All tabs share it. */
export function ensureBrowserSecret(
  request: FastifyRequest,
  reply: FastifyReply,
  config: CookieConfig,
): string {
  const secret = browserSecretOf(request, config) ?? newSecret();
  setCookie(request, reply, COOKIE, config.basePath, secret);
  return secret;
}

/**
 * The nonce and the PKCE verifier of a sign-in. They derive from the browser's secret, so the
 * database doesn't store them.
 */
export function derivedSecrets(browserSecret: string, state: string) {
  const derive = (purpose: string) =>
    createHmac("sha256", browserSecret).update(`${purpose} ${state}`).digest("base64url");
  return { nonce: derive("nonce"), codeVerifier: derive("code verifier") };
}

import { createHmac } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Config } from "#server/config.ts";
import { newSecret } from "#server/secrets/secret.ts";

const COOKIE = "taskdeck_sign_in";
/** The time in seconds that a sign-in at the provider may take. */
export const SIGN_IN_SECONDS = 10 * 60;

/** The secret of the browser in its cookie, if it has one. */
export function browserSecretOf({ headers }: FastifyRequest): string | undefined {
  return /(?:^|; ?)taskdeck_sign_in=([\w-]{43})(?:;|$)/.exec(headers.cookie ?? "")?.[1];
}

/**
 * The secret that binds sign-ins to this browser. All tabs share it. `Lax`, because the provider
 * sends the browser back from another site.
 */
export function ensureBrowserSecret(
  request: FastifyRequest,
  reply: FastifyReply,
  { basePath }: Pick<Config, "basePath">,
): string {
  const secret = browserSecretOf(request) ?? newSecret();
  const secure = request.protocol === "https" ? "; Secure" : "";
  reply.header(
    "set-cookie",
    `${COOKIE}=${secret}; Path=${basePath}/api/auth/oidc; Max-Age=${2 * SIGN_IN_SECONDS}; HttpOnly; SameSite=Lax${secure}`,
  );
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

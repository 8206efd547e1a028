import type { FastifyInstance } from "fastify";
import { SignInOptions } from "#contract/shapes/signIn.ts";
import type { Config } from "#server/config.ts";
import type { Deps } from "#server/deps.ts";
import { api } from "#server/http/apiRoute.ts";

const OPTIONS = api({
  access: "public",
  tag: "Session",
  operationId: "getSignInOptions",
  summary: "The ways to sign in",
  response: SignInOptions,
});

type SignInConfig = Pick<Config, "localSignIn" | "oidcProviders" | "mail">;

const optionsOf = ({ localSignIn, oidcProviders, mail }: SignInConfig): SignInOptions => ({
  local_sign_in: localSignIn,
  providers: oidcProviders.map(({ id, label, icon }) => ({ id, label, icon })),
  password_mail: mail !== null,
});

/**
 * The sign-in options as JSON for the page, so that the sign-in screen has its final size at once.
 * Empty if a password is the only way to sign in. Icons may be large, so they are "" here and
 * arrive with the response of GET /api/auth/options.
 */
export function optionsInPage(config: SignInConfig): string {
  const options = optionsOf(config);
  const { local_sign_in, providers } = options;
  if (local_sign_in === "on" && providers.length === 0) return "";
  return JSON.stringify({
    ...options,
    providers: providers.map(({ id, label, icon }) => ({ id, label, icon: icon && "" })),
  });
}

/** The route for the sign-in screen's options. */
export function optionsRoute(app: FastifyInstance, { config }: Deps): void {
  app.get("/api/auth/options", OPTIONS, async (): Promise<SignInOptions> => optionsOf(config));
}

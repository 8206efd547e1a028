import type { FastifyInstance } from "fastify";
import { LOCAL_SIGN_IN_MODES, type SignInOptions, type SignInProvider } from "#contract/signIn.ts";
import type { Deps } from "#server/deps.ts";
import { api } from "#server/http/apiRoute.ts";
import { listOf, nullable, shape, text } from "#server/http/schema.ts";

const OPTIONS = api({
  access: "public",
  tag: "Session",
  summary: "The ways to sign in",
  response: shape<SignInOptions>({
    local_sign_in: {
      type: "string",
      enum: LOCAL_SIGN_IN_MODES,
      description: "Who may sign in with a password.",
    },
    providers: listOf(shape<SignInProvider>({ id: text, label: text, icon: nullable(text) })),
    password_mail: {
      type: "boolean",
      description: "Whether the server mails links for forgotten passwords.",
    },
  }),
});

/** What the sign-in screen offers. */
export function optionsRoute(app: FastifyInstance, { config }: Deps): void {
  app.get("/api/auth/options", OPTIONS, async (): Promise<SignInOptions> => {
    return {
      local_sign_in: config.localSignIn,
      providers: config.oidcProviders.map(({ id, label, icon }) => ({ id, label, icon })),
      password_mail: config.mail !== null,
    };
  });
}

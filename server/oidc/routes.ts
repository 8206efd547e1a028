import type { FastifyInstance } from "fastify";
import type { KnownDevices } from "#server/auth/knownDevice.ts";
import type { LoginThrottle } from "#server/auth/loginThrottle.ts";
import type { Deps } from "#server/deps.ts";
import type { Tokens } from "#server/sessions/tokens.ts";
import { backchannelRoute } from "./backchannelRoute.ts";
import { oidcClients } from "./clients.ts";
import { codeRoutes } from "./codeRoutes.ts";
import { identityRoutes } from "./identityRoutes.ts";
import { redirectRoutes } from "./redirectRoutes.ts";

/** Sign-in with OpenID Connect. The libraries are loaded when a provider is first used. */
export function oidcRoutes(
  app: FastifyInstance,
  given: Deps,
  tokens: Tokens,
  throttle: LoginThrottle,
  devices: KnownDevices,
): void {
  const connect = oidcClients(given.elapsed ?? (() => performance.now()));
  const deps = { ...given, connect };
  void app.register(async (scope) => redirectRoutes(scope, deps, throttle));
  codeRoutes(app, deps, tokens, throttle, devices);
  backchannelRoute(app, deps);
  identityRoutes(app, deps);
}

import type { Config } from "./config.ts";
import { whyHostIsUnchecked } from "./http/hostCheck.ts";

/** What the log says at the start about settings that let in more people than one may expect. */
export function startWarnings(config: Config): string[] {
  const { registration, adminRegistration, localSignIn, oidcProviders } = config;
  const warnings: string[] = [];
  if (registration === "open" && adminRegistration === "open" && localSignIn === "on") {
    warnings.push("Anyone may register as an admin: set ADMIN_REGISTRATION=closed to stop that");
  }
  for (const { label, create } of oidcProviders) {
    if (registration !== "closed" || create !== true) continue;
    warnings.push(
      `Anyone whom "${label}" signs in gets an account, although REGISTRATION is closed: set the provider's "create" to false to stop that`,
    );
  }
  const uncheckedHost = whyHostIsUnchecked(config);
  if (uncheckedHost) {
    warnings.push(`Any Host header is accepted, as ${uncheckedHost}: set PUBLIC_URL to stop that`);
  }
  return warnings;
}

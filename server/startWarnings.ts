import type { Config } from "./config.ts";
import { VERIFYING_MODES } from "./configAddresses.ts";
import { whyHostIsUnchecked } from "./http/hostCheck.ts";
import { SETTINGS } from "./settings.ts";

type Environment = Readonly<Record<string, string | undefined>>;

const firstWord = (name: string) => name.split("_", 1)[0];
const FIRST_WORDS = new Set(Object.keys(SETTINGS).map(firstWord));
/** Variables of compose.yaml, and those that Kubernetes sets for a service named "database". */
const OTHERS = /^DATABASE_(MEMORY|SERVICE_|PORT_)/;

/** Variables that begin like one of ours: they may be misspelt, and have no effect. */
const unknownVariables = (env: Environment): string[] =>
  Object.keys(env).filter(
    (name) =>
      /^[A-Z]+_/.test(name) &&
      !Object.hasOwn(SETTINGS, name) &&
      FIRST_WORDS.has(firstWord(name)) &&
      !OTHERS.test(name),
  );

/** What the log says at the start about settings that may not do what one expects. */
export function startWarnings(config: Config, env: Environment): string[] {
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
  const unknown = unknownVariables(env);
  if (unknown.length > 0) {
    warnings.push(
      `Taskdeck doesn't know these variables, which may be misspelt: ${unknown.join(", ")}`,
    );
  }
  const [mode] = VERIFYING_MODES.exec(env["DATABASE_URL"] ?? "") ?? [];
  if (mode && !config.postgres?.url.includes("uselibpqcompat")) {
    warnings.push(
      `sslmode=${mode} in DATABASE_URL verifies the server's certificate and name, as sslmode=verify-full does: write that`,
    );
  }
  return warnings;
}

import { object, string } from "yup";
import type { Config } from "#server/config.ts";
import type { Deps } from "#server/deps.ts";
import { notFound } from "#server/refusals.ts";
import type { OidcClient } from "./clients.ts";
import type { OidcProvider } from "./providerConfig.ts";

/** The dependencies of the routes of OpenID Connect. */
export interface OidcDeps extends Deps {
  connect: (provider: OidcProvider) => Promise<OidcClient>;
}

/** The rule of a path with `:provider`. */
export const BY_PROVIDER = object({ provider: string().defined() });

/** The configured provider with this id. Throws a 404 if there is none. */
export function providerOf({ oidcProviders }: Config, id: string): OidcProvider {
  const provider = oidcProviders.find((one) => one.id === id);
  if (!provider) throw notFound("There is no such provider");
  return provider;
}

/** The address of the app: PUBLIC_URL, which the configuration requires with providers, and BASE_PATH. */
export const publicBase = ({ publicUrl, basePath }: Config): string =>
  `${publicUrl ?? ""}${basePath}`;

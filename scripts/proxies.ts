import { existsSync } from "node:fs";
import { installPackages } from "./debianPackages.ts";

export type ProxyName = "nginx" | "caddy";

/** The paths of Debian's proxies; the variables override them. */
const PROXIES = {
  nginx: { variable: "NGINX_PATH", path: "/usr/sbin/nginx", debian: "nginx-light" },
  caddy: { variable: "CADDY_PATH", path: "/usr/bin/caddy", debian: "caddy" },
} as const satisfies Record<ProxyName, object>;

const NAMES = ["nginx", "caddy"] as const;

/** The path of the proxy's executable, which may not exist. */
export const proxyPath = (name: ProxyName): string =>
  process.env[PROXIES[name].variable] ?? PROXIES[name].path;

/**
 * Installs missing proxies on Debian if the user is root. Returns a message if one is still missing.
 */
export function ensureProxies(): string | undefined {
  const missing = () => NAMES.filter((name) => !existsSync(proxyPath(name)));
  if (missing().length > 0) installPackages(missing().map((name) => PROXIES[name].debian));
  const hints = missing().map(
    (name) => `${PROXIES[name].debian} (or set ${PROXIES[name].variable} to its executable)`,
  );
  if (hints.length === 0) return undefined;
  return `The tests of the reverse proxies can't run without ${hints.join(" and ")}: install it and try again.`;
}

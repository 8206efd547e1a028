import type { FastifyInstance } from "fastify";
import type { Config } from "#server/config.ts";
import { HttpError } from "./errors.ts";

const UNKNOWN_HOST =
  "This server doesn't answer under this host name. Its administrator can set PUBLIC_URL.";

/** A Host header, without the port: an IPv6 address in brackets, or a name or IPv4 address. */
const HOST = /^(\[[\d:a-f.]+\]|[^\s:/?#@[\]\\]+)(?::\d{0,5})?$/;

/** No attacker can make their own domain look like one of these. */
const isLoopback = (name: string): boolean =>
  name === "localhost" ||
  name.endsWith(".localhost") ||
  name === "[::1]" ||
  /^127(?:\.\d{1,3}){3}$/.test(name);

/** The name of a Host header in lower case; undefined when the header can't be one. */
function nameOf(host: string): string | undefined {
  return HOST.exec(host.toLowerCase())?.[1]?.replace(/\.$/, "");
}

/** An address to listen on, as a Host header writes it. */
const written = (host: string): string => (host.includes(":") ? `[${host}]` : host).toLowerCase();

type HostConfig = Pick<Config, "host" | "publicUrl" | "trustProxy">;

/**
 * Why any Host header is accepted, or undefined if it is checked. Without PUBLIC_URL the server
 * can't know the name under which a proxy or a network reaches it.
 */
export function whyHostIsUnchecked({
  host,
  publicUrl,
  trustProxy,
}: HostConfig): string | undefined {
  if (publicUrl !== null) return undefined;
  if (trustProxy !== false) return "TRUST_PROXY is set";
  return isLoopback(written(host)) ? undefined : `HOST is ${host}`;
}

/**
 * Refuses requests for another host name (421). A page of an attacker's domain that points to this
 * server (DNS rebinding) would otherwise be of the same origin as the app. Ports may differ, as a
 * tunnel or a container changes them. /healthz answers to any name: a probe may use an address.
 */
export function checkHost(app: FastifyInstance, config: HostConfig): void {
  if (whyHostIsUnchecked(config) !== undefined) return;
  const names = new Set([written(config.host)]);
  if (config.publicUrl !== null) names.add(new URL(config.publicUrl).hostname);

  app.addHook("onRequest", (request, _reply, done) => {
    // Only an HTTP/1.0 client may leave the header out, and no browser does.
    const { host, routeOptions } = request;
    const name = host === "" ? "localhost" : nameOf(host);
    const isKnown = name !== undefined && (names.has(name) || isLoopback(name));
    if (isKnown || routeOptions.url === "/healthz") done();
    else done(new HttpError(421, { error: UNKNOWN_HOST }));
  });
}

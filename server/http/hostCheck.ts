import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Config } from "#server/config.ts";
import { badRequest, Refusal } from "#server/refusals.ts";

const UNKNOWN_HOST =
  "This server doesn't serve this host name. Its administrator can set PUBLIC_URL.";

/** A Host header: an IPv6 address in brackets, a name or an IPv4 address, then an optional port. */
const HOST = /^(\[[\d:a-f.]+\]|[^\s:/?#@[\]\\]+)(?::\d{0,5})?$/;

/** An attacker can't own any of these names. */
const isLoopback = (name: string): boolean =>
  name === "localhost" ||
  name.endsWith(".localhost") ||
  name === "[::1]" ||
  /^127(?:\.\d{1,3}){3}$/.test(name);

/** The name in a Host header, in lower case and without the port; undefined if malformed. */
function nameOf(host: string): string | undefined {
  return HOST.exec(host.toLowerCase())?.[1]?.replace(/\.$/, "");
}

/** An address to listen on in the form of a Host header. */
const asHostName = (host: string): string =>
  (host.includes(":") ? `[${host}]` : host).toLowerCase();

type HostConfig = Pick<Config, "host" | "publicUrl" | "trustProxy">;

/**
 * The reason why every Host header is accepted; undefined if it is checked. Without PUBLIC_URL the
 * server can't know its name on a network or behind a proxy.
 */
export function whyHostIsUnchecked({
  host,
  publicUrl,
  trustProxy,
}: HostConfig): string | undefined {
  if (publicUrl !== null) return undefined;
  if (trustProxy !== false) return "TRUST_PROXY is set";
  return isLoopback(asHostName(host)) ? undefined : `HOST is ${host}`;
}

/** The host with its port, as a browser would send it; undefined if malformed. */
const hostOf = (url: string) => (URL.canParse(url) ? new URL(url).host : undefined);

/** Whether a request has several Host headers, or a whole URL with another host in its first line. */
function namesSeveralHosts({ raw, originalUrl }: FastifyRequest): boolean {
  const { rawHeaders, headers } = raw;
  const isRepeated = rawHeaders.filter((text, index) => index % 2 === 0 && /^host$/i.test(text));
  if (isRepeated.length > 1) return true;
  const [scheme] = /^[a-z]+:\/\//i.exec(originalUrl) ?? [];
  return scheme !== undefined && hostOf(originalUrl) !== hostOf(`${scheme}${headers.host}`);
}

/**
 * Refuses requests that name several hosts (400), because a proxy may have read another one. Refuses
 * requests for another host name (421), against DNS rebinding: an attacker's domain that
 * points to this server would share the app's origin. Ports may differ, because tunnels and
 * containers change them. /healthz accepts every name, since a probe may use an address.
 */
export function checkHost(app: FastifyInstance, config: HostConfig): void {
  app.addHook("onRequest", (request, _reply, done) => {
    if (namesSeveralHosts(request)) done(badRequest("The request names several hosts"));
    else done();
  });
  if (whyHostIsUnchecked(config) !== undefined) return;
  const names = new Set([asHostName(config.host)]);
  if (config.publicUrl !== null) names.add(new URL(config.publicUrl).hostname.replace(/\.$/, ""));

  app.addHook("onRequest", (request, _reply, done) => {
    // Only an HTTP/1.0 client may omit the header, and no browser does.
    const { host, routeOptions } = request;
    const name = host === "" ? "localhost" : nameOf(host);
    const isKnown = name !== undefined && (names.has(name) || isLoopback(name));
    if (isKnown || routeOptions.url === "/healthz") done();
    else done(new Refusal("wrong_host", { error: UNKNOWN_HOST }));
  });
}

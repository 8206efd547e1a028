import type { FastifyReply, FastifyRequest } from "fastify";

/** A cookie that scripts can't read, for the calls below a path. */
interface Cookie {
  name: string;
  /** Below the base path. */
  path: string;
  maxAgeSeconds: number;
  sameSite: "Lax" | "Strict";
}

/**
 * The name and the place of a cookie. On https a browser takes `__Host-` cookies from this host only, so
 * no neighbouring host can set them. They have the path /, so under a base path, beside other apps, the
 * prefix is `__Secure-`.
 */
function placeOf({ protocol }: FastifyRequest, { name, path }: Cookie, basePath: string) {
  const own = `Path=${basePath}${path}`;
  if (protocol !== "https") return { name, attributes: own };
  if (basePath !== "") return { name: `__Secure-${name}`, attributes: `${own}; Secure` };
  return { name: `__Host-${name}`, attributes: "Path=/; Secure" };
}

/** The value of a cookie; empty without one. */
export function readCookie(request: FastifyRequest, cookie: Cookie, basePath: string): string {
  const start = `${placeOf(request, cookie, basePath).name}=`;
  const parts = (request.headers.cookie ?? "").split(";").map((part) => part.trim());
  return parts.find((part) => part.startsWith(start))?.slice(start.length) ?? "";
}

/** Sets a cookie. */
export function setCookie(
  request: FastifyRequest,
  reply: FastifyReply,
  cookie: Cookie,
  basePath: string,
  value: string,
): void {
  const { name, attributes } = placeOf(request, cookie, basePath);
  const { maxAgeSeconds, sameSite } = cookie;
  reply.header(
    "set-cookie",
    `${name}=${value}; ${attributes}; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=${sameSite}`,
  );
}

import cors from "@fastify/cors";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { CUT_HEADER } from "#contract/bounds.ts";
import { EVENT_ID_HEADER } from "#contract/events.ts";
import { PROVIDER_LOGOUT_HEADER } from "#contract/signIn.ts";
import type { Config } from "#server/config.ts";

/**
 * Headers of every response. The policy allows nothing, because data needs nothing; the page has its
 * own, {@link pagePolicy}. `no-store` protects tokens and data; the app's files override it.
 */
const SECURITY_HEADERS = {
  "cache-control": "no-store",
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "origin-agent-cluster": "?1",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
  "x-dns-prefetch-control": "off",
  "x-download-options": "noopen",
  "x-frame-options": "DENY",
  "x-permitted-cross-domain-policies": "none",
  "x-xss-protection": "0",
} as const;

const HSTS = "max-age=31536000; includeSubDomains";

/** Sets the security headers; HSTS only over TLS (RFC 6797 §7.2). */
export function setSecurityHeaders(request: FastifyRequest, reply: FastifyReply): void {
  reply.headers(SECURITY_HEADERS).header("x-request-id", request.id);
  if (request.protocol === "https") reply.header("strict-transport-security", HSTS);
}

/** Adds the security headers to every response, and CORS for the configured origins. */
export async function addSecurityHeaders(
  app: FastifyInstance,
  { corsOrigins }: Config,
): Promise<void> {
  app.addHook("onRequest", (request, reply, done) => {
    setSecurityHeaders(request, reply);
    done();
  });
  if (corsOrigins.length > 0) {
    await app.register(cors, {
      origin: corsOrigins,
      credentials: true,
      methods: ["GET", "POST", "PUT", "PATCH", "DELETE"],
      exposedHeaders: [
        "content-disposition",
        "etag",
        "retry-after",
        "x-request-id",
        EVENT_ID_HEADER,
        CUT_HEADER,
        PROVIDER_LOGOUT_HEADER,
      ],
      maxAge: 600,
      strictPreflight: false,
    });
  }
}

/** Browser features that the app doesn't use, so that no injected script or frame can. */
const UNUSED_FEATURES = [
  "accelerometer",
  "autoplay",
  "bluetooth",
  "browsing-topics",
  "camera",
  "clipboard-read",
  "display-capture",
  "encrypted-media",
  "gamepad",
  "geolocation",
  "gyroscope",
  "hid",
  "identity-credentials-get",
  "idle-detection",
  "local-fonts",
  "magnetometer",
  "microphone",
  "midi",
  "payment",
  "picture-in-picture",
  "publickey-credentials-create",
  "publickey-credentials-get",
  "screen-wake-lock",
  "serial",
  "storage-access",
  "usb",
  "web-share",
  "window-management",
  "xr-spatial-tracking",
];

/** The Content-Security-Policy of the service worker, which fetches files of its own origin only. */
export const SERVICE_WORKER_POLICY =
  "default-src 'none'; connect-src 'self'; require-trusted-types-for 'script'; trusted-types 'none'";

/** The Permissions-Policy of the page. Browsers ignore it on API responses. */
export const PERMISSIONS_POLICY = UNUSED_FEATURES.map((feature) => `${feature}=()`).join(", ");

/**
 * The Content-Security-Policy of the page. It allows the app's own scripts, and style tags with the
 * nonce. With Trusted Types only the loader of the app's chunks may turn text into script, and
 * only the reader of pasted texts may parse HTML, into an inert document.
 */
export function pagePolicy(nonce: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "style-src-attr 'none'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types taskdeck taskdeck-paste",
  ].join("; ");
}

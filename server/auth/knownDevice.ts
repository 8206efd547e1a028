import { randomBytes, timingSafeEqual } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import { emailKey } from "#contract/user.ts";
import { readCookie, setCookie } from "#server/http/cookies.ts";
import type { Signer } from "#server/sessions/signing.ts";

/** Recognises browsers in which an account has signed in before, even after signing out. */
export interface KnownDevices {
  /** The id of the browser if it is a known device of the account. */
  find(request: FastifyRequest, email: string): string | undefined;
  /** Makes the browser a known device of the account. */
  remember(request: FastifyRequest, reply: FastifyReply, email: string): void;
}

const NONCE_BYTES = 12;
/** A nonce, and the HMAC of the nonce and the account's address. */
const ENTRY = /^([\w-]{16})([\w-]{43})$/;
/** The maximum number of accounts per browser. Beyond it the least recent sign-in is removed. */
const ACCOUNTS_MAX = 5;
const COOKIE = {
  name: "taskdeck_device",
  path: "/api/auth",
  /** 400 days, the longest lifetime that browsers allow. */
  maxAgeSeconds: 400 * 24 * 60 * 60,
  sameSite: "Strict",
} as const;

const sameText = (one: string, other: string) =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));

/**
 * The cookie holds a nonce per account, renewed at every sign-in, with an HMAC. It reveals no
 * account, and the server doesn't store it. It gives no access: it only separates the device's
 * sign-in attempts from those of unknown devices.
 */
export function knownDevices(signer: Signer, basePath: string): KnownDevices {
  const sign = (nonce: string, email: string) =>
    signer.hmac(JSON.stringify([emailKey(email), nonce]));

  const entriesOf = (request: FastifyRequest) =>
    readCookie(request, COOKIE, basePath)
      .split("~", ACCOUNTS_MAX)
      .filter((entry) => ENTRY.test(entry));

  function nonceOf(entry: string, email: string): string | undefined {
    const [, nonce = "", hmac = ""] = ENTRY.exec(entry) ?? [];
    return sameText(hmac, sign(nonce, email)) ? nonce : undefined;
  }

  return {
    find(request, email) {
      for (const entry of entriesOf(request)) {
        const nonce = nonceOf(entry, email);
        if (nonce !== undefined) return nonce;
      }
      return undefined;
    },

    remember(request, reply, email) {
      const nonce = randomBytes(NONCE_BYTES).toString("base64url");
      const others = entriesOf(request).filter((entry) => nonceOf(entry, email) === undefined);
      const entries = [`${nonce}${sign(nonce, email)}`, ...others].slice(0, ACCOUNTS_MAX);
      setCookie(request, reply, COOKIE, basePath, entries.join("~"));
    },
  };
}

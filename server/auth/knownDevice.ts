import { randomBytes, timingSafeEqual } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import { emailKey } from "#server/accounts/email.ts";
import type { Signer } from "#server/sessions/signing.ts";

/** Recognises browsers that an account has signed in on before, also after signing out. */
export interface KnownDevices {
  /** Which of the account's devices sends this request; undefined if none of them. */
  find(request: FastifyRequest, email: string): string | undefined;
  /** Marks the browser as one that the account has signed in on. */
  remember(request: FastifyRequest, reply: FastifyReply, email: string): void;
}

const COOKIE = "taskdeck_device";
const NONCE_BYTES = 12;
/** A random number, and its HMAC with the account's address. */
const ENTRY = /^([\w-]{16})([\w-]{43})$/;
/** Accounts of one browser; the one that signed in longest ago is forgotten first. */
const ACCOUNTS_MAX = 5;
/** The longest that browsers keep a cookie: 400 days. */
const MAX_AGE_SECONDS = 400 * 24 * 60 * 60;

const sameText = (one: string, other: string) =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));

function entriesOf({ headers }: FastifyRequest): string[] {
  const [, value = ""] =
    /(?:^|; ?)taskdeck_device=([\w~-]{1,400})(?:;|$)/.exec(headers.cookie ?? "") ?? [];
  return value.split("~").filter((entry) => ENTRY.test(entry));
}

/**
 * The cookie holds a random number per account, renewed at every sign-in, and its HMAC. Nothing in
 * it can be read or linked to an account, nothing of it is stored, and it opens nothing: it only
 * gives the right to try a password apart from strangers' attempts.
 */
export function knownDevices(signer: Signer): KnownDevices {
  const sign = (nonce: string, email: string) =>
    signer.hmac(JSON.stringify([emailKey(email), nonce]));

  function nonceOf(entry: string, email: string): string | undefined {
    const [, nonce = "", mark = ""] = ENTRY.exec(entry) ?? [];
    return sameText(mark, sign(nonce, email)) ? nonce : undefined;
  }

  return {
    find(request, email) {
      for (const entry of entriesOf(request).slice(0, ACCOUNTS_MAX)) {
        const nonce = nonceOf(entry, email);
        if (nonce !== undefined) return nonce;
      }
      return undefined;
    },

    remember(request, reply, email) {
      const nonce = randomBytes(NONCE_BYTES).toString("base64url");
      const others = entriesOf(request).filter((entry) => nonceOf(entry, email) === undefined);
      const entries = [`${nonce}${sign(nonce, email)}`, ...others].slice(0, ACCOUNTS_MAX);
      const secure = request.protocol === "https" ? "; Secure" : "";
      reply.header(
        "set-cookie",
        `${COOKIE}=${entries.join("~")}; Path=/api/auth; Max-Age=${MAX_AGE_SECONDS}; HttpOnly; SameSite=Strict${secure}`,
      );
    },
  };
}

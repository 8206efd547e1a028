import { createHash, randomBytes } from "node:crypto";
import type { LinkKind } from "#contract/link.ts";

const TOKEN_BYTES = 32;

/** A new token of 256 random bits. */
export const newToken = (): string => randomBytes(TOKEN_BYTES).toString("base64url");

/** The hash by which the database finds a link. A random token needs no salt and no slow hash. */
export const hashToken = (token: string): string =>
  createHash("sha256").update(token).digest("base64url");

/** The page of a link. Browsers never send the fragment, so no log or referrer contains the token. */
export const pathOfLink = (kind: LinkKind, token: string): string =>
  `${kind === "invitation" ? "/invitation" : "/reset-password"}#${token}`;

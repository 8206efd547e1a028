import { createHash, randomBytes } from "node:crypto";

/** A secret of 256 bits in 43 characters: random, or of these bytes. */
export const newSecret = (bytes: Buffer = randomBytes(32)): string => bytes.toString("base64url");

/** The SHA-256 by which the database finds a secret. A random secret needs no salt and no slow hash. */
export const hashOf = (secret: string): string =>
  createHash("sha256").update(secret).digest("base64url");

/** The newest secret that the server shows once, which must not enter the store. */
let newest: { id: string; secret: string } | null = null;

/** Keeps the secret of the record with this id, in place of an earlier one. */
export function keepSecret(id: string, secret: string): void {
  newest = { id, secret };
}

/** The secret of a record that just got it. Only the first call gets it. */
export function takeSecret(id: string): string {
  const secret = newest?.id === id ? newest.secret : "";
  newest = null;
  return secret;
}

/** Secrets that the server sends once, by the ids of their records. They must not enter the store. */
const secrets = new Map<string, string>();

/** Keeps the secret of the record with this id. */
export function keepSecret(id: string, secret: string): void {
  secrets.set(id, secret);
}

/** The secret of a record that just got it. Only the first call gets it. */
export function takeSecret(id: string): string {
  const secret = secrets.get(id) ?? "";
  secrets.delete(id);
  return secret;
}

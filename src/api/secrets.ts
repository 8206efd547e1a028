/** Secrets that the server sends once, by the ids of their records. They must not enter the store. */
const secrets = new Map<string, string>();

/** Keeps the secret of a record. Returns the record, which may enter the store. */
export function keepSecret<Kept extends { id: string }>(record: Kept, secret: string): Kept {
  secrets.set(record.id, secret);
  return record;
}

/** The secret of a record that just got it. Only the first call gets it. */
export function takeSecret(id: string): string {
  const secret = secrets.get(id) ?? "";
  secrets.delete(id);
  return secret;
}

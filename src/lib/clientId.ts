/** A random id. Unlike `crypto.randomUUID`, it works without a secure context. */
export function createClientId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

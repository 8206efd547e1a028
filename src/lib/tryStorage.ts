/** The result of an access to the browser's storage; null if the browser denies it, or the storage is full. */
export function tryStorage<Result>(access: () => Result): Result | null {
  try {
    return access();
  } catch {
    return null;
  }
}

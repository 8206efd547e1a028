/** Characters of the longest id. */
export const ID_MAX = 64;

/** A user, team or task with its name at the time, which remains after it is renamed or deleted. */
export interface NamedRecord {
  id: string;
  name: string;
}

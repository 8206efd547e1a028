/** The maximum length of an id, in characters. */
export const ID_MAX = 64;

/**
 * A user, team or task, with the name that it had at the time. A rename or deletion doesn't change
 * the name.
 */
export interface NamedRecord {
  id: string;
  name: string;
}

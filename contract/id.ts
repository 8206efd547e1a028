/** The maximum length of an id, in characters. */
export const ID_MAX = 64;

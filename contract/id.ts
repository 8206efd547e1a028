/** Characters of the longest id. */
export const ID_MAX = 64;

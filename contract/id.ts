/** The longest id of anything. */
export const ID_MAX = 64;

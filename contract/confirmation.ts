/** An action that can be undone asks from this many rows on. What can't be undone always asks. */
export const ASK_FROM = 25;

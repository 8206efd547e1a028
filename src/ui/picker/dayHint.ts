/** Texts that name a day, as a placeholder. */
export const DAY_HINT = "fri, 12 mar, in 3 days…";

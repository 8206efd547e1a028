/** What a new server still needs, in the order of the panel. It is not in §7. */
export const SETUP_STEPS = ["task", "team", "people", "import", "provider"] as const;
export type SetupStep = (typeof SETUP_STEPS)[number];

/** The days after its first account for which a server shows the steps. */
export const SETUP_DAYS = 30;

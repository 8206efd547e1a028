/** What a new server still needs, in the order of the panel. It is not in §7. */
export const SETUP_STEPS = ["task", "people", "import", "provider"] as const;
export type SetupStep = (typeof SETUP_STEPS)[number];

/** Response of GET /api/setup. */
export interface Setup {
  /** The steps, and whether each is done; null if the caller has closed them or has no use for them. */
  steps: Record<SetupStep, boolean> | null;
  /** Whether the caller may make themselves an admin: the server has no active one. */
  can_become_admin: boolean;
}

/** The days after its first account for which a server shows the steps. */
export const SETUP_DAYS = 30;

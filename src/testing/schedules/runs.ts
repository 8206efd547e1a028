declare const process: {
  readonly env: Readonly<Partial<Record<"SCHEDULES" | "TEST_SEED", string>>>;
};

/**
 * The number of schedules and their seed, which is new in each run (server/testing/jestSetup.ts).
 * SCHEDULES sets another number, as `npm run test:deep` does.
 */
export const runs = (usual: number): { numRuns: number; seed: number } => ({
  numRuns: Number(process.env.SCHEDULES ?? usual),
  seed: Number(process.env.TEST_SEED),
});

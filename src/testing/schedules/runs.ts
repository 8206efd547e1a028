declare const process: {
  readonly env: Readonly<Partial<Record<"SCHEDULES" | "TEST_SEED" | "TEST_PATH", string>>>;
};

/**
 * The number of schedules and their seed, which is new in each run (server/testing/jestSetup.ts).
 * SCHEDULES sets another number, as `npm run test:deep` does. TEST_PATH repeats only the schedule of a
 * failure's `path`.
 */
export const runs = (usual: number): { numRuns: number; seed: number; path?: string } => ({
  numRuns: Number(process.env.SCHEDULES ?? usual),
  seed: Number(process.env.TEST_SEED),
  ...(process.env.TEST_PATH && { path: process.env.TEST_PATH }),
});

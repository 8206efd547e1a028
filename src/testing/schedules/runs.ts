declare const process: { readonly env: { readonly SCHEDULES?: string } };

/**
 * The number of schedules. `npm test` runs the same ones each time, so a failure comes from the last
 * change. `npm run test:schedules` (SCHEDULES=…) runs new ones.
 */
export function runs(usual: number): { numRuns: number; seed?: number } {
  const asked = process.env.SCHEDULES;
  return asked ? { numRuns: Number(asked) } : { numRuns: usual, seed: 20_261_121 };
}

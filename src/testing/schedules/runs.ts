declare const process: { readonly env: { readonly SCHEDULES?: string } };

/**
 * How many schedules a proof runs. `npm test` runs the same ones each time, so that a failure is
 * the last change's; `npm run test:schedules` (SCHEDULES=…) runs as many new ones.
 */
export function runs(usual: number): { numRuns: number; seed?: number } {
  const asked = process.env.SCHEDULES;
  return asked ? { numRuns: Number(asked) } : { numRuns: usual, seed: 20_261_121 };
}

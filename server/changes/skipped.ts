import type { FastifyBaseLogger } from "fastify";

/** Reports that a follower of the record goes on without a change. */
export type ReportSkipped = (failure: unknown, number: number) => void;

/** Logs and counts the changes that a follower of the record could not read or tell. */
export function countSkipped(log: Pick<FastifyBaseLogger, "error">): {
  report: ReportSkipped;
  count: () => number;
} {
  let skipped = 0;
  return {
    report(failure, number) {
      skipped += 1;
      log.error({ err: failure, change: number }, "A recorded change could not be told; skipped");
    },
    count: () => skipped,
  };
}

/** What a follower makes of a change: nothing if it can't read it, so one row stops no other. */
export function readOrSkip<Row extends { number: number }, T>(
  row: Row,
  read: (row: Row) => T[],
  report: ReportSkipped,
): T[] {
  try {
    return read(row);
  } catch (failure) {
    report(failure, row.number);
    return [];
  }
}

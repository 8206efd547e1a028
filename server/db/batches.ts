/** SQLite allows 32,766 parameters per statement. */
const BATCH_ROWS = 500;

/** The rows in batches, each of which one statement can write or one step can handle. */
export function* batchesOf<Row>(rows: readonly Row[], size = BATCH_ROWS): Generator<Row[]> {
  for (let first = 0; first < rows.length; first += size) yield rows.slice(first, first + size);
}

/**
 * The rows of a table in pages, which are read one after another.
 *
 * @param read reads up to `size` rows after the last one of the previous page
 */
export async function* inPages<Row>(
  size: number,
  read: (last: Row | undefined) => Promise<Row[]>,
): AsyncGenerator<Row[]> {
  for (let last: Row | undefined; ; ) {
    const rows = await read(last);
    yield rows;
    last = rows.at(-1);
    if (rows.length < size) return;
  }
}

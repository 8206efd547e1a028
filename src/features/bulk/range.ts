/** Selects or deselects every id from `from` to `to` in the order of `shown`. */
export function withRange(
  selected: ReadonlySet<string>,
  shown: readonly string[],
  from: string,
  to: string,
  select: boolean,
): Set<string> {
  const ends = [shown.indexOf(from), shown.indexOf(to)];
  const start = Math.min(...ends);
  // If `from` is no longer shown, the range is only `to`.
  const range = start < 0 ? [to] : shown.slice(start, Math.max(...ends) + 1);
  const next = new Set(selected);
  for (const id of range) {
    if (select) next.add(id);
    else next.delete(id);
  }
  return next;
}

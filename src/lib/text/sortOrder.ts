/** The field of an order: "due" of "-due". */
type SortKeyOf<Sort extends string> = Sort extends `-${infer Key}` ? Key : Sort;

/** The field by which an order sorts. */
export const sortKeyOf = <Sort extends string>(sort: Sort): SortKeyOf<Sort> =>
  sort.replace("-", "") as SortKeyOf<Sort>;

const reversed = (sort: string): string => (sort.startsWith("-") ? sort.slice(1) : `-${sort}`);

/**
 * The order after a click on a column: the second click reverses the first one's order, and the
 * third one resets it to the usual order (""). Every field sorts in both directions.
 */
export function nextSort<Sort extends string>(first: Sort, current: Sort): Sort | "" {
  if (current === first) return reversed(first) as Sort;
  return current === reversed(first) ? "" : first;
}

/** The value of `aria-sort` of a column. */
export function ariaSort<Sort extends string>(
  first: Sort,
  current: Sort,
): "ascending" | "descending" | undefined {
  if (sortKeyOf(first) !== sortKeyOf(current)) return undefined;
  return current.startsWith("-") ? "descending" : "ascending";
}

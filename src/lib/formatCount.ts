/** Formats a count: "1,234". A small one doesn't need Intl, which loads slowly. */
export const formatCount = (count: number): string =>
  count < 1_000 ? String(count) : count.toLocaleString("en-US");

/** Formats a count with its noun: "1 task", "1,234 tasks". */
export const countOf = (count: number, singular: string, plural = `${singular}s`): string =>
  `${formatCount(count)} ${count === 1 ? singular : plural}`;

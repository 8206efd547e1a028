/**
 * The lines in which `text` differs from `other`, with one line of context. Ellipses replace the
 * lines that both have in common at the beginning and at the end.
 */
export function differingLines(text: string, other: string): string {
  const lines = text.split("\n");
  const others = other.split("\n");
  const most = Math.min(lines.length, others.length);
  let head = 0;
  while (head < most && lines[head] === others[head]) head += 1;
  let tail = 0;
  while (tail < most - head && lines.at(-1 - tail) === others.at(-1 - tail)) tail += 1;
  const before = Math.max(0, head - 1);
  const after = Math.max(0, tail - 1);
  return [
    ...(before > 0 ? ["…"] : []),
    ...lines.slice(before, lines.length - after),
    ...(after > 0 ? ["…"] : []),
  ].join("\n");
}

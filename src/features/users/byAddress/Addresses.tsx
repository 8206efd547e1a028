import { formatCount } from "#lib/text/formatCount.ts";

/** The maximum number of addresses that are shown. */
const SHOWN_MAX = 100;

/** Addresses of a pasted list, such as "Not found: max@example.org". */
export function Addresses({ label, addresses }: { label: string; addresses: readonly string[] }) {
  if (addresses.length === 0) return null;
  const rest = addresses.length - SHOWN_MAX;
  return (
    <span>
      {label}: <bdi>{addresses.slice(0, SHOWN_MAX).join(", ")}</bdi>
      {rest > 0 && <span>{` and ${formatCount(rest)} more`}</span>}
    </span>
  );
}

import { ChevronLeft, ChevronRight } from "lucide-react";
import { formatCount } from "#lib/text/formatCount.ts";
import { Button } from "#ui/button/Button.tsx";
import classes from "./Pagination.module.css";

/**
 * 'Page X of Y' with Previous and Next (§2). Renders nothing for a single page.
 *
 * @param atLeast whether there are more pages than `totalPages`
 */
export function Pagination({
  page,
  totalPages,
  atLeast = false,
  onTurn,
}: {
  page: number;
  totalPages: number;
  atLeast?: boolean;
  onTurn: (page: number) => void;
}) {
  if (totalPages <= 1) return null;
  return (
    <nav className={classes.pages} aria-label="Pages">
      <Button icon={<ChevronLeft />} disabled={page <= 1} onClick={() => onTurn(page - 1)}>
        Previous
      </Button>
      <output
        // Otherwise Firefox announces only the number that has changed.
        aria-atomic
        className={classes.place}
      >{`Page ${formatCount(page)} of ${formatCount(totalPages)}${atLeast ? "+" : ""}`}</output>
      <Button disabled={page >= totalPages} onClick={() => onTurn(page + 1)}>
        Next
        <ChevronRight />
      </Button>
    </nav>
  );
}

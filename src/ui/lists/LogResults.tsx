import { SearchX } from "lucide-react";
import type { ReactNode, RefObject } from "react";
import { cx } from "#lib/cx.ts";
import { Button } from "#ui/button/Button.tsx";
import { EmptyState } from "#ui/page/EmptyState.tsx";
import { Skeleton } from "#ui/page/Skeleton.tsx";
import log from "./log.module.css";

/**
 * The entries of a log, or their replacement while they load, fail or are none.
 *
 * @param loading what is loaded, such as "the changes"
 * @param count the number of entries; undefined without a response
 * @param isWaiting whether those of other filters are shown until the response arrives
 * @param failure stands for entries that could not be loaded; null while they load
 * @param empty stands for no entries; null if there may be some on another page
 * @param unmatched the same for no entries that fit the filters
 * @param onReset clears the filters; undefined if there are none
 */
export function LogResults({
  ref,
  label,
  loading,
  count,
  isWaiting,
  failure,
  empty,
  unmatched,
  onReset,
  children,
}: {
  ref: RefObject<HTMLElement | null>;
  label: string;
  loading: string;
  count: number | undefined;
  isWaiting: boolean;
  failure: ReactNode;
  empty: ReactNode;
  unmatched: { title: string; text: string };
  onReset: (() => void) | undefined;
  children: ReactNode;
}) {
  const isKnown = count !== undefined;
  const nothingFits = onReset && (
    <EmptyState
      icon={<SearchX />}
      {...unmatched}
      action={
        <Button
          onClick={() => {
            onReset();
            // The clicked button is removed, and with it the focus.
            ref.current?.focus({ preventScroll: true });
          }}
        >
          Reset filters
        </Button>
      }
    />
  );
  return (
    <section
      ref={ref}
      tabIndex={-1}
      aria-label={label}
      aria-busy={isWaiting}
      className={cx(log.results, isWaiting && isKnown && log.waiting)}
    >
      {!isKnown && (failure ?? <LogSkeleton label={`Loading ${loading}…`} />)}
      {count === 0 && empty && (nothingFits ?? empty)}
      {children}
    </section>
  );
}

/** Stands for a log's entries while they load. */
function LogSkeleton({ label }: { label: string }) {
  return (
    <>
      <output className="visually-hidden">{label}</output>
      <div className={log.log} aria-hidden="true">
        {Array.from({ length: 8 }, (_, index) => (
          <div key={index} className={log.entry}>
            <Skeleton className={log.disc} />
            <Skeleton className={log.line} />
          </div>
        ))}
      </div>
    </>
  );
}

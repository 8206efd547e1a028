import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from "react";
import { formatCount } from "#lib/text/formatCount.ts";
import { Button } from "#ui/button/Button.tsx";

/** The part of an infinite query that loads its next page. */
interface Pages<Page> {
  currentData?: { pages: readonly Page[] } | undefined;
  hasNextPage: boolean;
  fetchNextPage: () => PromiseLike<{
    isError: boolean;
    data?: { pages: readonly Page[] } | undefined;
  }>;
}

/**
 * A button that loads the next page of a list.
 * @param which the adjective in the texts, such as "Show older comments"
 * @param noun the kind of items, such as "comments"
 * @param countOf the number of a page's items
 * @param itemAt the element of an item that can take the focus
 */
export function OlderItems<Page>({
  query: { currentData, hasNextPage, fetchNextPage },
  which = "older",
  noun,
  countOf,
  itemAt,
  className,
}: {
  query: Pages<Page>;
  which?: "older" | "more";
  noun: string;
  countOf: (page: Page) => number;
  itemAt: (index: number) => Element | null | undefined;
  className?: string | undefined;
}): ReactNode {
  const [phase, setPhase] = useState<"idle" | "loading" | "failed">("idle");
  const [added, setAdded] = useState<number>();
  /** The index of the page that is being loaded. */
  const loadingIndex = useRef<number | null>(null);

  async function loadNext() {
    const index = currentData?.pages.length ?? 0;
    loadingIndex.current = index;
    setPhase("loading");
    let result = await fetchNextPage();
    // During a refetch, `fetchNextPage` only waits for it and loads no page.
    if (!result.isError && result.data?.pages.length === index) result = await fetchNextPage();
    setPhase(result.isError ? "failed" : "idle");
  }

  const showAdded = useEffectEvent((pages: readonly Page[], index: number, page: Page) => {
    setAdded(countOf(page));
    const first = itemAt(pages.slice(0, index).reduce((sum, before) => sum + countOf(before), 0));
    // The last page removes the button, and with it the focus.
    const isFocusLost = !document.activeElement?.matches("a, button, input, textarea");
    if (first instanceof HTMLElement && isFocusLost) first.focus();
  });
  useEffect(() => {
    const index = loadingIndex.current;
    if (!currentData || index === null) return;
    const page = currentData.pages[index];
    if (page === undefined) return;
    loadingIndex.current = null;
    showAdded(currentData.pages, index, page);
  }, [currentData]);

  return (
    <div className={className}>
      <output className="visually-hidden">
        {added !== undefined && phase === "idle" && `${formatCount(added)} ${which} ${noun} shown`}
      </output>
      {phase === "failed" && (
        <p role="alert">
          Failed to load {which} {noun}
        </p>
      )}
      {hasNextPage && (
        <Button busy={phase === "loading"} onClick={() => void loadNext()}>
          {phase === "failed" ? "Try again" : `Show ${which} ${noun}`}
        </Button>
      )}
    </div>
  );
}

import type { TypedUseInfiniteQueryHookResult } from "@reduxjs/toolkit/query/react";
import { type RefObject, useEffect, useRef, useState } from "react";
import type { Query } from "#api/baseQuery.ts";
import type { Comment, CommentsResponse } from "#contract/comment.ts";
import type { Task } from "#contract/task.ts";
import { formatCount } from "#lib/formatCount.ts";
import { Button } from "#ui/Button.tsx";
import classes from "./Comments.module.css";

export type CommentsQuery = TypedUseInfiniteQueryHookResult<
  CommentsResponse,
  Task["id"],
  Comment["id"],
  Query
>;

const countIn = (pages: readonly CommentsResponse[]) =>
  pages.reduce((count, { comments }) => count + comments.length, 0);

/** A button that loads the next page of older comments into `list`. */
export function OlderComments({
  query: { currentData, hasNextPage, fetchNextPage },
  list,
}: {
  query: CommentsQuery;
  list: RefObject<HTMLOListElement | null>;
}) {
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

  useEffect(() => {
    const index = loadingIndex.current;
    if (!currentData || index === null) return;
    const page = currentData.pages[index];
    if (!page) return;
    loadingIndex.current = null;
    setAdded(page.comments.length);
    const first = list.current?.children[countIn(currentData.pages.slice(0, index))];
    // The last page removes the button, and with it the focus.
    if (first instanceof HTMLElement && document.activeElement === document.body) first.focus();
  }, [currentData, list]);

  return (
    <div className={classes.older}>
      <output className="visually-hidden">
        {added !== undefined && phase === "idle" && `${formatCount(added)} older comments shown`}
      </output>
      {phase === "failed" && <p role="alert">Failed to load older comments</p>}
      {hasNextPage && (
        <Button busy={phase === "loading"} onClick={() => void loadNext()}>
          {phase === "failed" ? "Try again" : "Show older comments"}
        </Button>
      )}
    </div>
  );
}

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

/** Loads the next page of older comments into `list`, as long as there is one. */
export function OlderComments({
  query: { currentData, hasNextPage, fetchNextPage },
  list,
}: {
  query: CommentsQuery;
  list: RefObject<HTMLOListElement | null>;
}) {
  const [phase, setPhase] = useState<"idle" | "loading" | "failed">("idle");
  const [arrived, setArrived] = useState<number>();
  /** How many pages there were when the next one was asked for. */
  const asked = useRef<number | null>(null);

  async function show() {
    const known = currentData?.pages.length ?? 0;
    asked.current = known;
    setPhase("loading");
    let answer = await fetchNextPage();
    // While the comments are being refreshed no page can be asked for, and that is what was awaited.
    if (!answer.isError && answer.data?.pages.length === known) answer = await fetchNextPage();
    setPhase(answer.isError ? "failed" : "idle");
  }

  useEffect(() => {
    const page = asked.current === null ? undefined : currentData?.pages[asked.current];
    if (!page) return;
    const before = countIn(currentData?.pages.slice(0, asked.current ?? 0) ?? []);
    asked.current = null;
    setArrived(page.comments.length);
    const first = list.current?.children[before];
    // With the last page the button goes, and the focus would go with it.
    if (first instanceof HTMLElement && document.activeElement === document.body) first.focus();
  }, [currentData, list]);

  return (
    <div className={classes.older}>
      <output className="visually-hidden">
        {arrived !== undefined &&
          phase === "idle" &&
          `${formatCount(arrived)} older comments shown`}
      </output>
      {phase === "failed" && <p role="alert">Failed to load older comments</p>}
      {hasNextPage && (
        <Button busy={phase === "loading"} onClick={() => void show()}>
          {phase === "failed" ? "Try again" : "Show older comments"}
        </Button>
      )}
    </div>
  );
}

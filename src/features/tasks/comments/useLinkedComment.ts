import { type RefObject, useEffect, useRef } from "react";
import { useLocation } from "react-router-dom";
import { commentAnchor } from "#lib/address/paths.ts";
import type { CommentsQuery } from "./commentsApi.ts";

/**
 * Scrolls to the comment that the address names, and focuses it. Loads older comments until it is
 * there. Returns the comment's id, or null if the address names none.
 */
export function useLinkedComment(
  list: RefObject<HTMLElement | null>,
  { hasNextPage, isFetching, isError, fetchNextPage }: CommentsQuery,
): string | null {
  const { key } = useLocation();
  const reached = useRef("");
  // If the task is open over the board, the router's location is that of the board.
  const { hash } = window.location;
  const id = hash.startsWith(commentAnchor("")) ? hash.slice(commentAnchor("").length) : null;

  useEffect(() => {
    const link = `${key} ${hash}`;
    if (id === null || reached.current === link) return;
    const comment = list.current?.querySelector<HTMLElement>(`[id="${CSS.escape(hash.slice(1))}"]`);
    if (!comment) {
      if (hasNextPage && !isFetching && !isError) void fetchNextPage();
      return;
    }
    reached.current = link;
    // After the router has scrolled to the top of the page. A render in between must not cancel it.
    requestAnimationFrame(() => {
      comment.scrollIntoView?.({ block: "center" });
      comment.focus({ preventScroll: true });
    });
  });

  return id;
}

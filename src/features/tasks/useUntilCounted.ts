import { useEffect } from "react";
import type { useSearchTasksQuery } from "./tasksApi.ts";

/** When a total that the server still counts is asked for again, in milliseconds. */
const COUNTING = 2_000;

/** Asks for a page again as long as the server hasn't counted to the end. */
export function useUntilCounted({
  currentData,
  fulfilledTimeStamp,
  refetch,
}: ReturnType<typeof useSearchTasksQuery>): void {
  const counting = currentData?.pagination.atLeast === true;
  useEffect(() => {
    if (!counting) return undefined;
    const timer = setTimeout(() => void refetch(), COUNTING);
    return () => clearTimeout(timer);
  }, [counting, fulfilledTimeStamp, refetch]);
}

import { useEffect, useEffectEvent, useState } from "react";
import { today } from "./dates/day.ts";
import { whenIdle } from "./whenIdle.ts";

/** The titles of the mounted screens, the topmost last. */
const titles: { title: string }[] = [];

let count = 0;

function showTitle(): void {
  const topmost = titles.at(-1);
  if (topmost) document.title = `${count > 0 ? `(${count}) ` : ""}${topmost.title} · Taskdeck`;
}

/** Shows a number before every title of the browser's tab, unless it is zero. */
export function useTitleCount(given: number): void {
  useEffect(() => {
    count = given;
    showTitle();
    return () => {
      count = 0;
      showTitle();
    };
  }, [given]);
}

/** Shows `title` before the product's name in the browser's tab. A screen over another has its own. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    const shown = { title };
    titles.push(shown);
    showTitle();
    return () => {
      titles.splice(titles.indexOf(shown), 1);
      showTitle();
    };
  }, [title]);
}

/** Renders the component again every minute, so that relative times stay correct. */
export function useRerenderEveryMinute(): void {
  const [, setMinutes] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setMinutes((minutes) => minutes + 1), 60_000);
    return () => clearInterval(timer);
  }, []);
}

/**
 * The user's day. A screen that stays open over midnight shows the next day within a minute, and gets
 * its data again by `onNewDay` if the server's response depends on the day.
 */
export function useToday(onNewDay?: () => void): string {
  const [day, setDay] = useState(today);
  const check = useEffectEvent(() => {
    const now = today();
    if (now === day) return;
    setDay(now);
    onNewDay?.();
  });
  useEffect(() => {
    const handle = () => check();
    const timer = setInterval(handle, 60_000);
    // The timers of a hidden page may be late.
    document.addEventListener("visibilitychange", handle);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", handle);
    };
  }, []);
  return day;
}

/** Whether the page has been idle since `isWanted`, for what would compete with the first content. */
export function useIsIdle(isWanted = true): boolean {
  const [isIdle, setIdle] = useState(false);
  useEffect(() => {
    if (!isWanted) return undefined;
    let isThere = true;
    void whenIdle().then(() => isThere && setIdle(true));
    return () => {
      isThere = false;
    };
  }, [isWanted]);
  return isIdle;
}

/** Loads code when the browser is idle and the content shows. A later click then only renders. */
export function useIdleLoad(hasContent: boolean, load: () => Promise<unknown>): void {
  const isIdle = useIsIdle(hasContent);
  useEffect(() => {
    if (isIdle) void load();
  }, [isIdle, load]);
}

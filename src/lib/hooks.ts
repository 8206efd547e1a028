import { useEffect, useState } from "react";
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

/** Loads code when the browser is idle and the content shows. A later click then only renders. */
export function useIdleLoad(hasContent: boolean, load: () => Promise<unknown>): void {
  useEffect(() => {
    if (!hasContent) return undefined;
    let isWanted = true;
    void whenIdle().then(() => (isWanted ? load() : undefined));
    return () => {
      isWanted = false;
    };
  }, [hasContent, load]);
}

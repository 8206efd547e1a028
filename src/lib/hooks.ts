import { useEffect, useState } from "react";

/** The titles of the mounted screens, the topmost last. */
const titles: { title: string }[] = [];

function showTitle(): void {
  const topmost = titles.at(-1);
  if (topmost) document.title = `${topmost.title} · Taskdeck`;
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

/** Renders again every minute, so that relative times stay correct. */
export function useEveryMinute(): void {
  const [, setMinutes] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setMinutes((minutes) => minutes + 1), 60_000);
    return () => clearInterval(timer);
  }, []);
}

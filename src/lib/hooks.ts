import { useEffect, useState } from "react";

/** Puts `title` before the product's name in the browser's tab, for as long as the page is shown. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Taskdeck`;
  }, [title]);
}

/** Renders again as time goes by, so that "a minute ago" does not stay for ever. */
export function useEveryMinute(): void {
  const [, setMinutes] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setMinutes((minutes) => minutes + 1), 60_000);
    return () => clearInterval(timer);
  }, []);
}

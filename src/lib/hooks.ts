import { useEffect, useState } from "react";

/** Shows `title` before the product's name in the browser's tab. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Taskdeck`;
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

import { useEffect } from "react";

/** Puts `title` before the product's name in the browser's tab, for as long as the page is shown. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Taskdeck`;
  }, [title]);
}

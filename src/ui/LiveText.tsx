import { useDeferredValue } from "react";

/**
 * A text that screen readers announce when it appears and when it changes. They announce only changes
 * of a live region, so it starts empty. Unless it is atomic, Firefox reports only the changed part.
 */
export function LiveText({ text, className }: { text: string; className?: string | undefined }) {
  return (
    <output aria-atomic className={className}>
      {useDeferredValue(text, "")}
    </output>
  );
}

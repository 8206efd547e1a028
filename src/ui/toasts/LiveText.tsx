import { useDeferredValue } from "react";

/**
 * A text that screen readers announce when it appears and when it changes. They announce only changes
 * of a live region, so it starts empty. Unless it is atomic, Firefox reports only the changed part.
 */
export function LiveText({
  text,
  initial = "",
  className,
}: {
  text: string;
  /** A blank text that keeps the line's height. */
  initial?: string;
  className?: string | undefined;
}) {
  const isMounted = useDeferredValue(true, false);
  return (
    <output aria-atomic className={className}>
      {isMounted ? text : initial}
    </output>
  );
}

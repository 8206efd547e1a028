import {
  type ComponentProps,
  type KeyboardEvent,
  type RefObject,
  useLayoutEffect,
  useRef,
} from "react";
import { cx } from "#lib/cx.ts";
import { insertText } from "#lib/text/insertText.ts";
import classes from "./controls.module.css";

/** Makes a field as high as its text, where the browser's styles can't. */
function grow(area: HTMLTextAreaElement): void {
  if (Reflect.has(area.style, "fieldSizing")) return;
  area.style.blockSize = "auto";
  const borders = area.offsetHeight - area.clientHeight;
  area.style.blockSize = `${area.scrollHeight + borders}px`;
}

/**
 * A text field for one line, which grows with its text. Enter sends its form, and pasted line breaks become
 * spaces, as in an `<input>`.
 */
export function TextLine({
  ref: given,
  className,
  value,
  onKeyDown,
  onPaste,
  ...rest
}: Omit<ComponentProps<"textarea">, "ref" | "rows"> & {
  ref?: RefObject<HTMLTextAreaElement | null>;
}) {
  const own = useRef<HTMLTextAreaElement>(null);
  const ref = given ?? own;
  // A `<textarea>` that is shown with a text has the caret before it.
  useLayoutEffect(() => {
    const end = ref.current?.value.length ?? 0;
    ref.current?.setSelectionRange(end, end);
  }, [ref]);
  useLayoutEffect(() => {
    if (ref.current) grow(ref.current);
  }, [ref, value]);

  function handleKey(event: KeyboardEvent<HTMLTextAreaElement>) {
    onKeyDown?.(event);
    if (event.key !== "Enter" || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.currentTarget.form?.requestSubmit();
  }

  return (
    <textarea
      dir="auto"
      {...rest}
      ref={ref}
      rows={1}
      value={value}
      className={cx(classes.control, classes.line, className)}
      onKeyDown={handleKey}
      onPaste={(event) => {
        onPaste?.(event);
        const text = event.clipboardData.getData("text/plain");
        if (event.defaultPrevented || !/[\r\n]/.test(text)) return;
        event.preventDefault();
        insertText(event.currentTarget, text.trim().replaceAll(/\s*[\r\n]\s*/g, " "));
      }}
    />
  );
}

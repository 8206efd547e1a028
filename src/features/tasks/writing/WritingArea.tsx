import { type ComponentProps, type RefObject, useRef, useState } from "react";
import { optionalCode } from "#lib/optionalCode.ts";
import { TextArea } from "#ui/form/TextArea.tsx";
import classes from "./WritingArea.module.css";

/** Describes the field. */
export const WRITING_HINT = (
  <>
    Markdown: **bold**, - list, - [ ] task, links
    <span className={classes.keys}>. In a list Tab indents; Esc, then Tab leaves the field</span>
  </>
);

const useWritingAids = optionalCode(
  () => import(/* webpackChunkName: "writing" */ "./WritingAids.tsx"),
);

/**
 * A text field for Markdown. The code for its keys, for pasted texts and mentions loads when the field gets
 * the focus. Without it, it is a plain text field.
 */
export function WritingArea({
  ref: given,
  value,
  ...rest
}: Omit<ComponentProps<typeof TextArea>, "ref"> & {
  ref?: RefObject<HTMLTextAreaElement | null>;
  value: string;
}) {
  const own = useRef<HTMLTextAreaElement>(null);
  const area = given ?? own;
  const [isFocused, setFocused] = useState(false);
  const code = useWritingAids(isFocused);
  return (
    <div className={classes.place}>
      <TextArea {...rest} ref={area} value={value} onFocus={() => setFocused(true)} />
      {code && <code.WritingAids area={area} value={value} />}
    </div>
  );
}

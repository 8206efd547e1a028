import { PeopleText } from "#features/users/mentions/PeopleText.tsx";
import { optionalCode } from "#lib/optionalCode.ts";
import type { OnTick } from "./Markdown.tsx";
import classes from "./RichText.module.css";

/** Any character or line beginning that Markdown may read as a mark, or the start of a bare link. */
const MARK = /[*_`~[|]|https?:\/\/|\w@\w|^[ \t]{0,3}(?:[-+#>]|\d{1,9}[.)][ \t])/m;

/** Whether a text may have Markdown. Most texts have none, and need no code to read it. */
const hasMarks = (text: string): boolean => MARK.test(text);

const useMarkdown = optionalCode(() => import("./Markdown.tsx"));

/**
 * A text that a user wrote, with its Markdown. Until the code for that has loaded, and if it can't be
 * loaded, the text is shown as it was typed.
 *
 * @param onTick makes the boxes of task lists controls
 */
export function RichText({ text, onTick }: { text: string; onTick?: OnTick }) {
  const code = useMarkdown(hasMarks(text));
  if (!code || !hasMarks(text))
    return (
      <p dir="auto" className={classes.plain}>
        <PeopleText text={text} />
      </p>
    );
  return <code.Markdown text={text} onTick={onTick} />;
}

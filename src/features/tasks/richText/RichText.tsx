import { useEffect, useState } from "react";
import { loadCode } from "#lib/lazyPart.tsx";
import type { Markdown, OnTick } from "./Markdown.tsx";
import classes from "./RichText.module.css";

/** Any character or line beginning that Markdown may read as a mark, or the start of a bare link. */
const MARK = /[*_`~[|]|https?:\/\/|\w@\w|^[ \t]{0,3}(?:[-+#>]|\d{1,9}[.)][ \t])/m;

/** Whether a text may have Markdown. Most texts have none, and need no code to read it. */
const hasMarks = (text: string): boolean => MARK.test(text);

interface Code {
  Markdown: typeof Markdown;
}

/** The code that reads Markdown, once a text has needed it. */
let loaded: Code | null = null;

/**
 * A text that a user wrote, with its Markdown. Until the code for that has loaded, and if it can't be
 * loaded, the text is shown as it was typed.
 *
 * @param onTick makes the boxes of task lists controls
 */
export function RichText({ text, onTick }: { text: string; onTick?: OnTick }) {
  const [code, setCode] = useState(loaded);
  const needsCode = code === null && hasMarks(text);
  useEffect(() => {
    if (!needsCode) return undefined;
    let isShown = true;
    loadCode(() => import("./Markdown.tsx")).then(
      (module) => {
        loaded = module;
        if (isShown) setCode(module);
      },
      () => undefined,
    );
    return () => {
      isShown = false;
    };
  }, [needsCode]);
  if (!code || !hasMarks(text))
    return (
      <p dir="auto" className={classes.plain}>
        {text}
      </p>
    );
  return <code.Markdown text={text} onTick={onTick} />;
}

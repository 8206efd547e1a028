import { History } from "lucide-react";
import type { MouseEvent } from "react";
import { Button } from "./Button.tsx";
import classes from "./RestoredNotice.module.css";

/** Says, in a form, that it shows a text which was not saved before; and offers to be rid of it. */
export function RestoredNotice({ onDiscard }: { onDiscard: () => void }) {
  function handleDiscard({ currentTarget }: MouseEvent) {
    // The focus must not go down with the button.
    const form = currentTarget.closest("form");
    onDiscard();
    form?.querySelector<HTMLElement>("input, textarea, select")?.focus();
  }
  return (
    <div className={classes.notice}>
      <History className={classes.icon} aria-hidden="true" />
      <output className={classes.text}>Your unsaved text is back.</output>
      <Button variant="ghost" size="sm" onClick={handleDiscard}>
        Discard
      </Button>
    </div>
  );
}

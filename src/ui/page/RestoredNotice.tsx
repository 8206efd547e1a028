import { History } from "lucide-react";
import type { MouseEvent } from "react";
import { Button } from "#ui/button/Button.tsx";
import { LiveText } from "#ui/toasts/LiveText.tsx";
import classes from "./RestoredNotice.module.css";

/** Says that the form shows a restored draft, and offers to discard it. */
export function RestoredNotice({ onDiscard }: { onDiscard: () => void }) {
  function handleDiscard({ currentTarget }: MouseEvent) {
    // The button is removed, and with it the focus.
    const form = currentTarget.closest("form");
    onDiscard();
    form?.querySelector<HTMLElement>("input, textarea, select")?.focus();
  }
  return (
    <div className={classes.notice}>
      <History className={classes.icon} aria-hidden="true" />
      <LiveText text="Your unsaved text is back." className={classes.text} />
      <Button variant="ghost" size="sm" onClick={handleDiscard}>
        Discard
      </Button>
    </div>
  );
}

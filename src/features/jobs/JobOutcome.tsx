import { X } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "#ui/button/Button.tsx";
import { IconButton } from "#ui/button/IconButton.tsx";
import classes from "./JobProgress.module.css";

/** What the user can do after long work, such as a retry or an undo. */
export interface NextStep {
  text: string;
  isBusy?: boolean;
  onPress: () => void;
}

/** The steps after long work, and the button that dismisses its result, within a bar. */
export function JobOutcome({
  steps,
  more,
  onDismiss,
}: {
  steps: readonly NextStep[];
  /** Another control. */
  more?: ReactNode;
  onDismiss: () => void;
}) {
  return (
    <div className={classes.result}>
      {steps.map(({ text, isBusy = false, onPress }) => (
        <Button key={text} size="sm" data-next busy={isBusy} onClick={onPress}>
          {text}
        </Button>
      ))}
      {more}
      <IconButton label="Dismiss" icon={<X />} size="sm" onClick={onDismiss} />
    </div>
  );
}

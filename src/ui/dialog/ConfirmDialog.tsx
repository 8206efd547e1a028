import { type ComponentProps, type ReactNode, useId } from "react";
import { Button } from "#ui/button/Button.tsx";
import classes from "./ConfirmDialog.module.css";
import { Dialog } from "./Dialog.tsx";

/** Asks the user to confirm an action. Cancel has the first focus, so that Enter does no harm. */
export function ConfirmDialog({
  title,
  message,
  confirmLabel,
  cancelLabel = "Cancel",
  danger = false,
  busy = false,
  onConfirm,
  onCancel,
  openedBy,
  children,
}: {
  title: string;
  message: ReactNode;
  confirmLabel: string;
  cancelLabel?: string | undefined;
  danger?: boolean | undefined;
  busy?: boolean | undefined;
  onConfirm: () => void;
  onCancel: () => void;
  openedBy?: ComponentProps<typeof Dialog>["openedBy"];
  /** Additional controls that belong to the confirmation. */
  children?: ReactNode;
}) {
  const messageId = useId();
  return (
    <Dialog
      title={title}
      size="sm"
      role="alertdialog"
      describedBy={messageId}
      openedBy={openedBy}
      onClose={() => {
        if (!busy) onCancel();
      }}
      footer={
        <>
          <Button data-autofocus onClick={onCancel} disabled={busy}>
            {cancelLabel}
          </Button>
          <Button variant={danger ? "danger" : "primary"} busy={busy} onClick={onConfirm}>
            {confirmLabel}
          </Button>
        </>
      }
    >
      <p id={messageId} className={classes.message}>
        {message}
      </p>
      {children && <div className={classes.choice}>{children}</div>}
    </Dialog>
  );
}

import { type ComponentProps, type ReactNode, useId, useState } from "react";
import { Button } from "./Button.tsx";
import { ConfirmDialog } from "./ConfirmDialog.tsx";
import { Dialog } from "./Dialog.tsx";
import classes from "./FormDialog.module.css";
import { RestoredNotice } from "./RestoredNotice.tsx";

/** A form as its dialog knows it. */
interface DialogForm {
  formProps: ComponentProps<"form">;
  isDirty: boolean;
  isSubmitting: boolean;
  /** Whether it shows a text that was not saved before. */
  isRestored: boolean;
  /** Back to what is saved. */
  discard(): void;
}

/**
 * A dialog with a form. It stays while the form is being sent, and asks before it throws away what
 * was typed.
 *
 * @param question what to ask then; without one, closing discards, and nothing is said of a draft
 */
export function FormDialog({
  title,
  size,
  form,
  submitLabel,
  busyLabel,
  question,
  onClose,
  children,
}: {
  title: string;
  size?: "sm" | "md" | "lg";
  form: DialogForm;
  submitLabel: string;
  /** The button's label while the form is being sent. */
  busyLabel: string;
  question?: { title: string; message: string };
  onClose: () => void;
  children: ReactNode;
}) {
  const formId = useId();
  const [isAsking, setAsking] = useState(false);
  const { isSubmitting, isDirty, discard } = form;

  function leave() {
    discard();
    onClose();
  }

  function close() {
    if (isSubmitting) return;
    if (isDirty && question) setAsking(true);
    else leave();
  }

  return (
    <>
      <Dialog
        title={title}
        size={size}
        onClose={close}
        footer={
          <>
            <Button onClick={close} disabled={isSubmitting}>
              Cancel
            </Button>
            <Button
              type="submit"
              form={formId}
              variant="primary"
              busy={isSubmitting}
              disabled={isSubmitting}
            >
              {isSubmitting ? busyLabel : submitLabel}
            </Button>
          </>
        }
      >
        <form {...form.formProps} id={formId} className={classes.form}>
          {form.isRestored && question && <RestoredNotice onDiscard={discard} />}
          {children}
        </form>
      </Dialog>
      {isAsking && question && (
        <ConfirmDialog
          {...question}
          confirmLabel="Discard"
          cancelLabel="Keep editing"
          danger
          onConfirm={leave}
          onCancel={() => setAsking(false)}
        />
      )}
    </>
  );
}

import { type ComponentProps, type ReactNode, useId } from "react";
import { Button } from "#ui/button/Button.tsx";
import { SubmitButton } from "#ui/button/SubmitButton.tsx";
import { RestoredNotice } from "#ui/page/RestoredNotice.tsx";
import { Dialog } from "./Dialog.tsx";
import classes from "./FormDialog.module.css";
import { type LeftForm, useLeaveForm } from "./useLeaveForm.tsx";

/** The part of a form (useDraftForm.ts) that its dialog needs. */
interface DialogForm extends LeftForm {
  formProps: ComponentProps<"form">;
  /** Whether it shows a restored draft. */
  isRestored: boolean;
}

/**
 * A dialog with a form. It can't be closed while the form is sent.
 *
 * @param question to ask before unsaved values are discarded. Without one, closing discards them,
 *   and no notice mentions a restored draft.
 */
export function FormDialog({
  title,
  size,
  form,
  submitLabel,
  busyLabel,
  submitProps,
  question,
  extra,
  onClose,
  children,
}: {
  title: string;
  size?: "sm" | "md" | "lg";
  form: DialogForm;
  submitLabel: string;
  busyLabel: string;
  submitProps?: Pick<ComponentProps<typeof Button>, "variant" | "disabled">;
  question?: { title: string; message: string } | undefined;
  /** Stands before the buttons. */
  extra?: ReactNode;
  onClose: () => void;
  children: ReactNode;
}) {
  const formId = useId();
  const [close, asked] = useLeaveForm(form, question, onClose);
  const { isSubmitting, discard } = form;

  return (
    <>
      <Dialog
        title={title}
        size={size}
        onClose={close}
        footer={
          <>
            {extra}
            <Button onClick={close} disabled={isSubmitting}>
              Cancel
            </Button>
            <SubmitButton
              form={formId}
              label={submitLabel}
              busyLabel={busyLabel}
              busy={isSubmitting}
              {...submitProps}
            />
          </>
        }
      >
        <form {...form.formProps} id={formId} className={classes.form}>
          {form.isRestored && question && <RestoredNotice onDiscard={discard} />}
          {children}
        </form>
      </Dialog>
      {asked}
    </>
  );
}

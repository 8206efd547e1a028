import { fieldErrorsOf } from "#api/errors.ts";
import { useForm } from "#lib/forms/useForm.ts";
import { useLoginMutation } from "#session/sessionApi.ts";
import { FormDialog } from "#ui/dialog/FormDialog.tsx";
import { PasswordField } from "#ui/form/accountFields.tsx";
import classes from "./OtherWays.module.css";

/** Asks once for the account's password, before a provider's user may sign in to it. */
export function LinkAccountDialog({
  code,
  label,
  onClose,
}: {
  code: string;
  label: string;
  onClose: () => void;
}) {
  const [login] = useLoginMutation();
  const form = useForm({
    initialValues: { code, password: "" },
    rule: (rules) => rules.linkRule,
    async save(confirmation) {
      const { error } = await login(confirmation);
      return error && fieldErrorsOf(error);
    },
  });
  return (
    <FormDialog
      title={`Confirm with your password to link ${label}`}
      size="sm"
      form={{ ...form, isRestored: false, discard: () => form.reset() }}
      submitLabel="Link and sign in"
      busyLabel="Signing in..."
      onClose={onClose}
    >
      <p className={classes.explanation}>
        An account with your email address exists already. Its password shows that it is yours. From
        then on, {label} signs you in to it.
      </p>
      <PasswordField form={form} name="password" label="Password of the account" />
    </FormDialog>
  );
}

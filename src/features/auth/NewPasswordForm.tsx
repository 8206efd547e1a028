import type { ComponentProps, ReactNode } from "react";
import { PASSWORD_LENGTH_HINT } from "#contract/session.ts";
import { SubmitButton } from "#ui/button/SubmitButton.tsx";
import { type FieldForm, FormField } from "#ui/form/FormField.tsx";
import { PasswordInput } from "#ui/form/PasswordInput.tsx";
import classes from "./AuthLayout.module.css";

/** A form that sets a password: of a registration, an invitation or a reset. */
export function NewPasswordForm({
  form,
  email,
  label = "Password",
  placeholder,
  before,
  after,
  button: [text, busyText],
  busy,
}: {
  form: FieldForm<"password", object> & { formProps: ComponentProps<"form"> };
  /** Password managers store the password with this name. Absent if the form has a field for it. */
  email?: string;
  label?: string;
  placeholder?: string;
  /** The fields before the password, and those after it. */
  before?: ReactNode;
  after?: ReactNode;
  /** The button's text, and its text while the form is being sent. */
  button: readonly [text: string, busyText: string];
  busy: boolean;
}) {
  return (
    <form {...form.formProps} className={classes.form}>
      {email !== undefined && (
        <input type="hidden" name="email" autoComplete="username" value={email} readOnly />
      )}
      {before}
      <FormField form={form} name="password" label={label} hint={PASSWORD_LENGTH_HINT} required>
        {(props) => (
          <PasswordInput {...props} placeholder={placeholder} autoComplete="new-password" />
        )}
      </FormField>
      {after}
      <SubmitButton className={classes.submit} label={text} busyLabel={busyText} busy={busy} />
    </form>
  );
}

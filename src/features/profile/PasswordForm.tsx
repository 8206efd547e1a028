import { useRef, useState } from "react";
import { fieldErrorsOf } from "#api/errors.ts";
import { useForm } from "#lib/forms/useForm.ts";
import { Button } from "#ui/button/Button.tsx";
import { SubmitButton } from "#ui/button/SubmitButton.tsx";
import { NewPasswordField, PasswordField, PasswordOwner } from "#ui/form/accountFields.tsx";
import layout from "#ui/lists/row.module.css";
import { Card } from "#ui/page/Card.tsx";
import classes from "./ProfilePage.module.css";
import { useChangePasswordMutation } from "./profileApi.ts";

const EMPTY = { currentPassword: "", newPassword: "", confirmPassword: "" };

/** Changes the password (§2, §5). The form starts closed, and closing it clears it. */
export function PasswordForm({ email }: { email: string }) {
  const [isOpen, setOpen] = useState(false);
  const toggle = useRef<HTMLButtonElement>(null);
  const [changePassword, { isLoading }] = useChangePasswordMutation();
  const form = useForm({
    initialValues: EMPTY,
    rule: (rules) => rules.passwordFormRule,
    async save({ currentPassword, newPassword }) {
      const { error } = await changePassword({ currentPassword, newPassword });
      if (error) return fieldErrorsOf(error);
      close();
      return undefined;
    },
  });

  function close() {
    // The focused button is about to be removed.
    toggle.current?.focus();
    setOpen(false);
    form.reset();
  }

  return (
    <Card aria-labelledby="password-heading">
      <div className={layout.row}>
        <div className={layout.text}>
          <h2 id="password-heading">Password</h2>
          <p className={classes.note}>Changing it signs you out on every other device.</p>
        </div>
        <Button
          ref={toggle}
          aria-expanded={isOpen}
          aria-controls={isOpen ? "password-form" : undefined}
          onClick={() => {
            if (isLoading) return;
            if (isOpen) close();
            else setOpen(true);
          }}
        >
          Change Password
        </Button>
      </div>
      {isOpen && (
        <form {...form.formProps} id="password-form" className={classes.form}>
          <PasswordOwner email={email} />
          <PasswordField form={form} name="currentPassword" label="Current Password" />
          <NewPasswordField form={form} name="newPassword" label="New Password" />
          <PasswordField
            form={form}
            name="confirmPassword"
            label="Confirm New Password"
            autoComplete="new-password"
          />
          <div className={classes.actions}>
            <SubmitButton label="Update Password" busyLabel="Updating..." busy={isLoading} />
            <Button disabled={isLoading} onClick={close}>
              Cancel
            </Button>
          </div>
        </form>
      )}
    </Card>
  );
}

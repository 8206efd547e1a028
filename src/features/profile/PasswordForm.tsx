import { useRef, useState } from "react";
import { fieldErrorsOf } from "#api/errors.ts";
import { PASSWORD_LENGTH } from "#contract/session.ts";
import { type FormOptions, useForm } from "#lib/useForm.ts";
import { Button } from "#ui/Button.tsx";
import { Card } from "#ui/Card.tsx";
import { Field } from "#ui/Field.tsx";
import { PasswordInput } from "#ui/PasswordInput.tsx";
import classes from "./ProfilePage.module.css";
import { useChangePasswordMutation } from "./profileApi.ts";

const EMPTY = { currentPassword: "", newPassword: "", confirmPassword: "" };

const loadRule = async () => (await import("#contract/rules/profile.ts")).passwordFormRule;

const FIELDS = [
  { name: "currentPassword", label: "Current Password", autoComplete: "current-password" },
  { name: "newPassword", label: "New Password", autoComplete: "new-password" },
  { name: "confirmPassword", label: "Confirm New Password", autoComplete: "new-password" },
] as const;

/** Changes the password; closed until asked for, and empty whenever it is closed (§2, §5). */
export function PasswordForm({ email }: { email: string }) {
  const [open, setOpen] = useState(false);
  const toggle = useRef<HTMLButtonElement>(null);
  const [changePassword, { isLoading }] = useChangePasswordMutation();

  /** The form goes, and with it what was typed; the focus must not go down with it. */
  function close() {
    toggle.current?.focus();
    setOpen(false);
  }

  return (
    <Card aria-labelledby="password-heading">
      <div className={classes.disclosure}>
        <div>
          <h2 id="password-heading">Password</h2>
          <p className={classes.note}>Changing it signs you out on every other device.</p>
        </div>
        <Button
          ref={toggle}
          aria-expanded={open}
          aria-controls={open ? "password-form" : undefined}
          onClick={() => {
            if (isLoading) return;
            setOpen(!open);
          }}
        >
          Change Password
        </Button>
      </div>
      {open && (
        <OpenForm
          email={email}
          busy={isLoading}
          onCancel={close}
          save={async ({ currentPassword, newPassword }) => {
            const { error } = await changePassword({ currentPassword, newPassword });
            if (error) return fieldErrorsOf(error);
            close();
            return undefined;
          }}
        />
      )}
    </Card>
  );
}

function OpenForm({
  email,
  busy,
  save,
  onCancel,
}: {
  email: string;
  busy: boolean;
  save: FormOptions<typeof EMPTY>["save"];
  onCancel: () => void;
}) {
  const { formProps, fieldProps, errorOf } = useForm({ initialValues: EMPTY, loadRule, save });
  return (
    <form {...formProps} id="password-form" className={classes.form}>
      {/* Tells a password manager whose password changes. */}
      <input hidden readOnly type="text" autoComplete="username" value={email} />
      {FIELDS.map(({ name, label, autoComplete }) => (
        <Field
          key={name}
          label={label}
          required
          error={errorOf(name)}
          hint={name === "newPassword" && PASSWORD_LENGTH}
        >
          {(props) => (
            <PasswordInput {...props} {...fieldProps(name)} autoComplete={autoComplete} />
          )}
        </Field>
      ))}
      <div className={classes.actions}>
        <Button type="submit" variant="primary" busy={busy} disabled={busy}>
          {busy ? "Updating..." : "Update Password"}
        </Button>
        <Button disabled={busy} onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  );
}

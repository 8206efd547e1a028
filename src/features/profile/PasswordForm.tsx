import { useFormik } from "formik";
import { useState } from "react";
import { passwordFormRule } from "#contract/rules/profile.ts";
import { PASSWORD_MAX, PASSWORD_MIN } from "#contract/session.ts";
import { fieldErrorsOf } from "#api/errors.ts";
import { Button } from "#ui/Button.tsx";
import { Card } from "#ui/Card.tsx";
import { Field } from "#ui/Field.tsx";
import { TextInput } from "#ui/TextInput.tsx";
import { useChangePasswordMutation } from "./profileApi.ts";
import classes from "./ProfilePage.module.css";

const EMPTY = { currentPassword: "", newPassword: "", confirmPassword: "" };

const FIELDS = [
  { name: "currentPassword", label: "Current Password", autoComplete: "current-password" },
  { name: "newPassword", label: "New Password", autoComplete: "new-password" },
  { name: "confirmPassword", label: "Confirm New Password", autoComplete: "new-password" },
] as const;

/** Changes the password; closed until asked for, and empty whenever it is closed (§2, §5). */
export function PasswordForm() {
  const [open, setOpen] = useState(false);
  const [changePassword, { isLoading }] = useChangePasswordMutation();
  const form = useFormik({
    initialValues: EMPTY,
    validationSchema: passwordFormRule,
    validateOnBlur: false,
    onSubmit: async ({ currentPassword, newPassword }, { setFieldError }) => {
      const { error } = await changePassword({ currentPassword, newPassword });
      if (!error) close();
      for (const { param, msg } of fieldErrorsOf(error)) setFieldError(param, msg);
    },
  });

  function close() {
    form.resetForm();
    setOpen(false);
  }

  return (
    <Card aria-labelledby="password-heading">
      <div className={classes.disclosure}>
        <h2 id="password-heading">Password</h2>
        <Button
          aria-expanded={open}
          aria-controls={open ? "password-form" : undefined}
          disabled={isLoading}
          onClick={() => (open ? close() : setOpen(true))}
        >
          Change Password
        </Button>
      </div>
      {open && (
        <form id="password-form" noValidate className={classes.form} onSubmit={form.handleSubmit}>
          {FIELDS.map(({ name, label, autoComplete }) => (
            <Field
              key={name}
              label={label}
              required
              error={form.touched[name] && form.errors[name]}
              hint={name === "newPassword" ? `Minimum ${PASSWORD_MIN} characters` : undefined}
            >
              {(props) => (
                <TextInput
                  {...props}
                  {...form.getFieldProps(name)}
                  type="password"
                  autoComplete={autoComplete}
                  maxLength={PASSWORD_MAX}
                />
              )}
            </Field>
          ))}
          <div className={classes.actions}>
            <Button type="submit" variant="primary" busy={isLoading}>
              {isLoading ? "Updating..." : "Update Password"}
            </Button>
            <Button disabled={isLoading} onClick={close}>
              Cancel
            </Button>
          </div>
        </form>
      )}
    </Card>
  );
}

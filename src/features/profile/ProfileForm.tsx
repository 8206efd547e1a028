import { useEffect, useRef } from "react";
import { toast } from "react-hot-toast/headless";
import { type CallError, fieldErrorsOf, serverTextOf, statusOf } from "#api/errors.ts";
import type { FieldError } from "#contract/errors.ts";
import type { Profile } from "#contract/profile.ts";
import { EMAIL_MAX, NAME_MAX } from "#contract/user.ts";
import { useDraft } from "#session/useDraft.ts";
import { useDraftForm } from "#session/useDraftForm.ts";
import { Button } from "#ui/Button.tsx";
import { Card } from "#ui/Card.tsx";
import { Field } from "#ui/Field.tsx";
import { PasswordInput } from "#ui/PasswordInput.tsx";
import { RestoredNotice } from "#ui/RestoredNotice.tsx";
import { TextInput } from "#ui/TextInput.tsx";
import classes from "./ProfilePage.module.css";
import { useUpdateProfileMutation } from "./profileApi.ts";

const PASSWORD_MISSING: FieldError = {
  param: "currentPassword",
  msg: "Current password is required",
};

/** The fields that a failed save is about: an address that is taken belongs to its field. */
function refusedFields(error: CallError): FieldError[] {
  const text = statusOf(error) === 409 ? serverTextOf(error) : undefined;
  return text ? [{ param: "email", msg: text }] : fieldErrorsOf(error);
}

/** Changes name and email (§5). A failure keeps what was typed. */
export function ProfileForm({
  profile: { name, email, email_needs_password, pending_email },
}: {
  profile: Profile;
}) {
  const [updateProfile, { isLoading }] = useUpdateProfileMutation();
  const needsPassword = (typed: string) => email_needs_password === true && typed.trim() !== email;
  const { formProps, fieldProps, errorOf, values, isDirty, isRestored, reset, discard } =
    useDraftForm({
      draft: useDraft("profile"),
      secret: "currentPassword",
      initialValues: { name, email, currentPassword: "" },
      loadRule: async () =>
        (await import("#contract/rules/profile.ts")).profileRule({ name, email }),
      async save(saved, { reset }) {
        const { currentPassword, ...typed } = saved;
        const asked = needsPassword(typed.email);
        if (asked && currentPassword === "") return [PASSWORD_MISSING];
        const { error } = await updateProfile({ ...typed, ...(asked && { currentPassword }) });
        if (error) return refusedFields(error);
        reset(saved);
        return undefined;
      },
    });

  // What the server has made of it meanwhile shows, but never over what is being typed.
  const shown = useRef({ name, email });
  useEffect(() => {
    // Not when the form has just opened: a draft is about to fill it.
    if (shown.current.name === name && shown.current.email === email) return;
    shown.current = { name, email };
    if (!isDirty) reset();
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- only when the profile changes
  }, [name, email]);

  return (
    <Card aria-labelledby="profile-form-heading">
      <h2 id="profile-form-heading">Update Profile Information</h2>
      <form {...formProps} className={classes.form}>
        {isRestored && <RestoredNotice onDiscard={discard} />}
        <Field
          label="Full Name"
          required
          error={errorOf("name")}
          limited={{ text: values.name, max: NAME_MAX, name: "Name" }}
        >
          {(props) => <TextInput {...props} {...fieldProps("name")} autoComplete="name" />}
        </Field>
        <Field
          label="Email Address"
          required
          error={errorOf("email")}
          hint={pending_email && `${pending_email} replaces it once you sign in with that.`}
          limited={{ text: values.email, max: EMAIL_MAX, name: "Email" }}
        >
          {(props) => (
            <TextInput {...props} {...fieldProps("email")} type="email" autoComplete="email" />
          )}
        </Field>
        {needsPassword(values.email) && (
          <Field
            label="Current Password"
            required
            error={errorOf("currentPassword")}
            hint="Confirms the new email address"
          >
            {(props) => (
              <PasswordInput
                {...props}
                {...fieldProps("currentPassword")}
                autoComplete="current-password"
              />
            )}
          </Field>
        )}
        <div className={classes.actions}>
          <Button type="submit" variant="primary" busy={isLoading} disabled={isLoading}>
            {isLoading ? "Updating..." : "Update Profile"}
          </Button>
          <Button
            disabled={isLoading}
            onClick={() => {
              discard();
              toast("Changes discarded");
            }}
          >
            Cancel
          </Button>
        </div>
      </form>
    </Card>
  );
}

import { useEffect, useRef } from "react";
import { toast } from "react-hot-toast/headless";
import { type CallError, fieldErrorsOf, serverTextOf, statusOf } from "#api/errors.ts";
import type { FieldError } from "#contract/shapes/errors.ts";
import type { Profile } from "#contract/shapes/profile.ts";
import { useDraft } from "#session/useDraft.ts";
import { useDraftForm } from "#session/useDraftForm.ts";
import { Button } from "#ui/button/Button.tsx";
import { SubmitButton } from "#ui/button/SubmitButton.tsx";
import { EmailField, NameField, PasswordField } from "#ui/form/accountFields.tsx";
import { Card } from "#ui/page/Card.tsx";
import { RestoredNotice } from "#ui/page/RestoredNotice.tsx";
import classes from "./ProfilePage.module.css";
import { useUpdateProfileMutation } from "./profileApi.ts";

const PASSWORD_MISSING: FieldError = {
  param: "currentPassword",
  msg: "Current password is required",
};

/** The field errors of a failed save. A 409 is about the email address, which is taken. */
function refusedFields(error: CallError): FieldError[] {
  const text = statusOf(error) === 409 ? serverTextOf(error) : undefined;
  return text ? [{ param: "email", msg: text }] : fieldErrorsOf(error);
}

function useProfileForm({ name, email, email_needs_password }: Profile) {
  const [updateProfile] = useUpdateProfileMutation();
  const needsPassword = (typed: string) => email_needs_password === true && typed.trim() !== email;
  const form = useDraftForm({
    draft: useDraft("profile"),
    secret: "currentPassword",
    initialValues: { name, email, currentPassword: "" },
    rule: ({ profileRule }) => profileRule({ name, email }),
    async save(saved, { reset }) {
      const { currentPassword, ...typed } = saved;
      const isConfirmed = needsPassword(typed.email);
      if (isConfirmed && currentPassword === "") return [PASSWORD_MISSING];
      const { error } = await updateProfile({ ...typed, ...(isConfirmed && { currentPassword }) });
      if (error) return refusedFields(error);
      reset(saved);
      return undefined;
    },
  });

  // A refetched profile replaces the form's values, but never unsaved ones.
  const shown = useRef({ name, email });
  useEffect(() => {
    // The mount changes nothing, because a draft may be about to fill the form.
    if (shown.current.name === name && shown.current.email === email) return;
    shown.current = { name, email };
    if (!form.isDirty) form.reset();
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- only when the profile changes
  }, [name, email]);

  return { form, needsPassword: needsPassword(form.values.email) };
}

/** Changes name and email (§5). After a failure the form keeps its values. */
export function ProfileForm({ profile }: { profile: Profile }) {
  const { form, needsPassword } = useProfileForm(profile);
  const { isSubmitting, isRestored, discard } = form;
  const { pending_email } = profile;
  return (
    <Card aria-labelledby="profile-form-heading">
      <h2 id="profile-form-heading">Update Profile Information</h2>
      <form {...form.formProps} className={classes.form}>
        {isRestored && <RestoredNotice onDiscard={discard} />}
        <NameField form={form} />
        <EmailField
          form={form}
          hint={pending_email && `${pending_email} replaces it once you sign in with that.`}
          placeholder=""
          autoComplete="email"
        />
        {needsPassword && (
          <PasswordField
            form={form}
            name="currentPassword"
            label="Current Password"
            hint="Confirms the new email address"
          />
        )}
        <div className={classes.actions}>
          <SubmitButton label="Update Profile" busyLabel="Updating..." busy={isSubmitting} />
          <Button
            disabled={isSubmitting}
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

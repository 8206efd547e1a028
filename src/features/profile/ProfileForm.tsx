import { useEffect, useRef } from "react";
import { toast } from "react-hot-toast/headless";
import type { FieldError } from "#contract/errors.ts";
import type { ProfileInput } from "#contract/profile.ts";
import { profileRule } from "#contract/rules/profile.ts";
import { EMAIL_MAX, NAME_MAX, type User } from "#contract/user.ts";
import { type CallError, fieldErrorsOf, serverTextOf, statusOf } from "#api/errors.ts";
import { Button } from "#ui/Button.tsx";
import { Card } from "#ui/Card.tsx";
import { Field } from "#ui/Field.tsx";
import { RestoredNotice } from "#ui/RestoredNotice.tsx";
import { useDraft } from "#features/auth/useDraft.ts";
import { useFormDraft } from "#features/auth/useFormDraft.ts";
import { TextInput } from "#ui/TextInput.tsx";
import { useUpdateProfileMutation } from "./profileApi.ts";
import classes from "./ProfilePage.module.css";
import { useRuleForm } from "#lib/useRuleForm.ts";

/** The fields that a failed save is about: an address that is taken belongs to its field. */
function refusedFields(error: CallError): FieldError[] {
  const text = statusOf(error) === 409 ? serverTextOf(error) : undefined;
  return text ? [{ param: "email", msg: text }] : fieldErrorsOf(error);
}

/** Changes name and email (§5). A failure keeps what was typed. */
export function ProfileForm({ profile: { name, email } }: { profile: User }) {
  const [updateProfile, { isLoading }] = useUpdateProfileMutation();
  const draft = useDraft("profile");
  const { formProps, fieldProps, errorOf, values, dirty, reset, form } = useRuleForm<ProfileInput>(
    { name, email },
    async () => profileRule({ name, email }),
    async (values) => {
      const release = draft.hold();
      const { error } = await updateProfile(values);
      release(!error);
      return error && refusedFields(error);
    },
  );

  const restored = useFormDraft(draft, { ...form, resetForm: () => reset({ name, email }) });

  // What the server has made of it meanwhile shows, but never over what is being typed.
  const shown = useRef({ name, email });
  useEffect(() => {
    // Not when the form has just opened: a draft is about to fill it.
    if (shown.current.name === name && shown.current.email === email) return;
    shown.current = { name, email };
    if (!dirty) reset({ name, email });
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- only when the profile changes
  }, [name, email]);

  return (
    <Card aria-labelledby="profile-form-heading">
      <h2 id="profile-form-heading">Update Profile Information</h2>
      <form {...formProps} className={classes.form}>
        {restored.isRestored && <RestoredNotice onDiscard={restored.discard} />}
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
          limited={{ text: values.email, max: EMAIL_MAX, name: "Email" }}
        >
          {(props) => (
            <TextInput {...props} {...fieldProps("email")} type="email" autoComplete="email" />
          )}
        </Field>
        <div className={classes.actions}>
          <Button type="submit" variant="primary" busy={isLoading} disabled={isLoading}>
            {isLoading ? "Updating..." : "Update Profile"}
          </Button>
          <Button
            disabled={isLoading}
            onClick={() => {
              restored.discard();
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

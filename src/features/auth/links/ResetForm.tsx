import { useState } from "react";
import { fieldErrorsOf } from "#api/errors.ts";
import type { PasswordReset } from "#contract/link.ts";
import type { LinkPreview } from "#contract/shapes/link.ts";
import { AuthForm } from "#features/auth/AuthForm.tsx";
import { Notice } from "#features/auth/Notice.tsx";
import { useForm } from "#lib/forms/useForm.ts";
import { NewPasswordField, PasswordOwner } from "#ui/form/accountFields.tsx";
import { LinkExpiry, LinkPurpose } from "./LinkPurpose.tsx";
import { useResetPasswordMutation } from "./linkApi.ts";

/** Sets a new password, after which the user signs in. */
export function ResetForm({ link, token }: { link: LinkPreview; token: string }) {
  const [resetPassword, { isLoading }] = useResetPasswordMutation();
  const [isDone, setDone] = useState(false);
  const form = useForm<PasswordReset>({
    initialValues: { token, password: "" },
    rule: (rules) => rules.passwordResetRule,
    async save(reset) {
      const { error } = await resetPassword(reset);
      if (error) return fieldErrorsOf(error);
      setDone(true);
      return undefined;
    },
  });
  if (isDone) {
    return (
      <Notice title="Your password is changed" focused>
        You are signed out everywhere. Sign in as <bdi>{link.email}</bdi> with the new password.
      </Notice>
    );
  }
  return (
    <>
      <LinkPurpose>
        {link.made_by ? (
          <>
            <strong>
              <bdi>{link.made_by}</bdi>
            </strong>{" "}
            made this link
          </>
        ) : (
          "You asked for this link"
        )}
        , with which you choose a new password for{" "}
        <strong>
          <bdi>{link.email}</bdi>
        </strong>
        . It ends all your sessions. <LinkExpiry link={link} />
      </LinkPurpose>
      <AuthForm form={form} label="Update Password" busyLabel="Updating..." busy={isLoading}>
        <PasswordOwner email={link.email} />
        <NewPasswordField form={form} name="password" label="New Password" />
      </AuthForm>
    </>
  );
}

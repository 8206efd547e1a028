import { useState } from "react";
import { fieldErrorsOf } from "#api/errors.ts";
import { AuthForm } from "#features/auth/AuthForm.tsx";
import classes from "#features/auth/AuthLayout.module.css";
import { AuthLayout } from "#features/auth/AuthLayout.tsx";
import { Notice } from "#features/auth/Notice.tsx";
import { useGetSignInOptionsQuery } from "#features/auth/otherWays/signInApi.ts";
import { paths } from "#lib/address/paths.ts";
import { useForm } from "#lib/forms/useForm.ts";
import { EmailField } from "#ui/form/accountFields.tsx";
import { useRequestResetMutation } from "./linkApi.ts";

/** Mails a link for a new password, or tells whom to ask where the server sends no mail. */
export default function ForgotPasswordPage() {
  const { data: options, isLoading } = useGetSignInOptionsQuery();
  return (
    <AuthLayout
      pageTitle="Forgot password"
      heading="Forgot Password?"
      subtitle="Get back into your account"
      question="Remembered it?"
      link={{ to: paths.login, label: "Sign in" }}
    >
      {options?.password_mail ? (
        <ForgotPasswordForm />
      ) : (
        // Takes its space before the response arrives, so that nothing moves.
        <div className={isLoading ? classes.pending : undefined}>
          <Notice title="Please ask an admin" focused={false}>
            Ask an admin for a password reset link.
          </Notice>
        </div>
      )}
    </AuthLayout>
  );
}

function ForgotPasswordForm() {
  const [requestReset, { isLoading }] = useRequestResetMutation();
  const [sentTo, setSentTo] = useState<string>();
  const form = useForm({
    initialValues: { email: "" },
    rule: (rules) => rules.forgottenPasswordRule,
    async save({ email }) {
      const { error } = await requestReset({ email });
      if (error) return fieldErrorsOf(error);
      setSentTo(email);
      return undefined;
    },
  });
  if (sentTo !== undefined) {
    return (
      <Notice title="Check your mail" focused>
        If <bdi>{sentTo}</bdi> has an account, a link is on its way. It works for two hours.
      </Notice>
    );
  }
  return (
    <AuthForm form={form} label="Send link" busyLabel="Sending..." busy={isLoading}>
      <EmailField form={form} autoComplete="username" />
    </AuthForm>
  );
}

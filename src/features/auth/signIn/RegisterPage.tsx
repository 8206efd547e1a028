import { useState } from "react";
import { type CallError, errorCodeOf, fieldErrorsOf, statusOf } from "#api/errors.ts";
import type { ErrorCode } from "#contract/errors.ts";
import type { Registration, RegistrationMode } from "#contract/session.ts";
import { DEFAULT_ROLE } from "#contract/user.ts";
import { AuthForm } from "#features/auth/AuthForm.tsx";
import { AuthLayout } from "#features/auth/AuthLayout.tsx";
import { Notice } from "#features/auth/Notice.tsx";
import { notFirstAnyMore, registrationMode } from "#features/auth/registrationMode.ts";
import { paths } from "#lib/address/paths.ts";
import { useForm } from "#lib/forms/useForm.ts";
import { useRegisterMutation } from "#session/sessionApi.ts";
import { refusalText, registrationMessages } from "#session/signInMessages.ts";
import { EmailField, NewPasswordField } from "#ui/form/accountFields.tsx";
import { RoleField } from "#ui/form/RoleField.tsx";

/** Why the server registered an account without signing in, or registered none. */
interface RegistrationResult {
  code: ErrorCode;
  email: string;
}

/** Registration (§2). The session's listeners show the toasts, and its guards redirect. */
export default function RegisterPage() {
  const [mode] = useState(registrationMode);
  const [outcome, setOutcome] = useState<RegistrationResult>();
  const isClosed = outcome ? outcome.code === "registration_closed" : mode === "closed";
  return (
    <AuthLayout
      pageTitle="Create account"
      heading="Create Account"
      subtitle="Start managing your tasks efficiently"
      question="Already have an account?"
      link={{ to: paths.login, label: "Sign in" }}
    >
      {isClosed && (
        <Notice title="Registration is closed" focused={outcome !== undefined}>
          Please ask an admin if you need an account.
        </Notice>
      )}
      {outcome?.code === "awaiting_approval" && (
        <Notice title="Your account waits for an admin's approval." focused>
          Once it is approved, you can sign in as <bdi>{outcome.email}</bdi>.
        </Notice>
      )}
      {!isClosed && !outcome && (
        <RegisterForm
          mode={mode}
          onRefused={(error, email) => {
            const code = errorCodeOf(error);
            if (code) setOutcome({ code, email });
          }}
        />
      )}
    </AuthLayout>
  );
}

const EMPTY: Registration = { email: "", password: "", role: DEFAULT_ROLE };

/** The address is taken, as the toast says. */
const OTHER_ADDRESS = [{ param: "email", msg: "" }];

const ROLE_HINTS: Partial<Record<RegistrationMode, string>> = {
  approval: "An admin has to approve the account before it can sign in.",
  first: "You are the first here. Choose Admin to manage people.",
  firstAdmin: "This server has no admin yet: the account becomes one, whatever its role here.",
};

/** Creates an account (§2, §5). After a failure the form keeps its values. */
function RegisterForm({
  mode,
  onRefused,
}: {
  mode: RegistrationMode;
  onRefused: (error: CallError, email: string) => void;
}) {
  const [register, { isLoading, error: refusal }] = useRegisterMutation();
  const form = useForm({
    initialValues: EMPTY,
    rule: (rules) => rules.registrationRule,
    async save(registration) {
      const { error } = await register(registration);
      if (error) onRefused(error, registration.email);
      else notFirstAnyMore();
      if (statusOf(error) === 409) return OTHER_ADDRESS;
      return error && fieldErrorsOf(error);
    },
  });
  return (
    <AuthForm
      form={form}
      refusal={refusalText(refusal, registrationMessages)}
      label="Create Account"
      busyLabel="Creating Account..."
      busy={isLoading}
    >
      <EmailField form={form} autoComplete="email" />
      <NewPasswordField form={form} name="password" placeholder="Minimum 8 characters" />
      <RoleField form={form} hint={ROLE_HINTS[mode]} required />
    </AuthForm>
  );
}

import { type CallError, fieldErrorsOf, statusOf } from "#api/errors.ts";
import { type Registration, type RegistrationMode } from "#contract/session.ts";
import { DEFAULT_ROLE } from "#contract/user.ts";
import { AuthForm } from "#features/auth/AuthForm.tsx";
import { notFirstAnyMore } from "#features/auth/registrationMode.ts";
import { useForm } from "#lib/forms/useForm.ts";
import { useRegisterMutation } from "#session/sessionApi.ts";
import { EmailField, NewPasswordField } from "#ui/form/accountFields.tsx";
import { RoleField } from "#ui/form/RoleField.tsx";

const EMPTY: Registration = { email: "", password: "", role: DEFAULT_ROLE };

/** The address is taken, as the toast says. */
const OTHER_ADDRESS = [{ param: "email", msg: "" }];

const ROLE_HINTS: Partial<Record<RegistrationMode, string>> = {
  approval: "An admin has to approve the account before it can sign in.",
  first: "You are the first here. Choose Admin to manage people.",
  firstAdmin: "This server has no admin yet: the account becomes one, whatever its role here.",
};

/** Creates an account (§2, §5). After a failure the form keeps its values. */
export function RegisterForm({
  mode,
  onRefused,
}: {
  mode: RegistrationMode;
  onRefused: (error: CallError, email: string) => void;
}) {
  const [register, { isLoading }] = useRegisterMutation();
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
    <AuthForm form={form} label="Create Account" busyLabel="Creating Account..." busy={isLoading}>
      <EmailField form={form} autoComplete="email" />
      <NewPasswordField form={form} name="password" placeholder="Minimum 8 characters" />
      <RoleField form={form} hint={ROLE_HINTS[mode]} required />
    </AuthForm>
  );
}

import { type CallError, fieldErrorsOf, statusOf } from "#api/errors.ts";
import { type Registration, type RegistrationMode } from "#contract/session.ts";
import { DEFAULT_ROLE } from "#contract/user.ts";
import { EmailField } from "#features/auth/AuthLayout.tsx";
import { NewPasswordForm } from "#features/auth/NewPasswordForm.tsx";
import { notFirstAnyMore } from "#features/auth/registrationMode.ts";
import { useForm } from "#lib/forms/useForm.ts";
import { useRegisterMutation } from "#session/sessionApi.ts";
import { ROLE_OPTIONS } from "#ui/badges/RoleBadge.tsx";
import { FormField } from "#ui/form/FormField.tsx";
import { Options } from "#ui/form/Options.tsx";
import { Select } from "#ui/form/Select.tsx";

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
    <NewPasswordForm
      form={form}
      placeholder="Minimum 8 characters"
      before={<EmailField form={form} autoComplete="email" />}
      after={
        <FormField form={form} name="role" label="Role" hint={ROLE_HINTS[mode]} required>
          {(props) => (
            <Select {...props}>
              <Options list={ROLE_OPTIONS} />
            </Select>
          )}
        </FormField>
      }
      button={["Create Account", "Creating Account..."]}
      busy={isLoading}
    />
  );
}

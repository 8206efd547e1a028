import { type CallError, fieldErrorsOf } from "#api/errors.ts";
import { PASSWORD_LENGTH, type Registration, type RegistrationMode } from "#contract/session.ts";
import { DEFAULT_ROLE, EMAIL_MAX, ROLE_LABELS, ROLES } from "#contract/user.ts";
import { useForm } from "#lib/useForm.ts";
import { useRegisterMutation } from "#session/sessionApi.ts";
import { Button } from "#ui/Button.tsx";
import { Field } from "#ui/Field.tsx";
import { PasswordInput } from "#ui/PasswordInput.tsx";
import { Select } from "#ui/Select.tsx";
import { TextInput } from "#ui/TextInput.tsx";
import classes from "./AuthLayout.module.css";

const EMPTY: Registration = { email: "", password: "", role: DEFAULT_ROLE };

/** What becomes of the account, where that isn't as usual. */
const NOTES: Partial<Record<RegistrationMode, string>> = {
  approval: "An admin has to approve the account before it can sign in.",
  firstAdmin: "This server has no admin yet: the account becomes one, whatever its role here.",
};

const loadRule = async () => (await import("#contract/rules/registration.ts")).registrationRule;

/** Makes an account (§2, §5). A failure keeps what was typed. */
export function RegisterForm({
  mode,
  onRefused,
}: {
  mode: RegistrationMode;
  onRefused: (error: CallError, email: string) => void;
}) {
  const [register, { isLoading }] = useRegisterMutation();
  const { formProps, fieldProps, errorOf, values } = useForm({
    initialValues: EMPTY,
    loadRule,
    async save(registration) {
      const { error } = await register(registration);
      if (error) onRefused(error, registration.email);
      return error && fieldErrorsOf(error);
    },
  });
  return (
    <form {...formProps} className={classes.form}>
      <Field
        label="Email Address"
        error={errorOf("email")}
        limited={{ text: values.email, max: EMAIL_MAX, name: "Email" }}
        required
      >
        {(props) => (
          <TextInput
            {...props}
            {...fieldProps("email")}
            type="email"
            placeholder="you@example.com"
            autoComplete="email"
          />
        )}
      </Field>
      <Field label="Password" error={errorOf("password")} hint={PASSWORD_LENGTH} required>
        {(props) => (
          <PasswordInput
            {...props}
            {...fieldProps("password")}
            placeholder="Minimum 8 characters"
            autoComplete="new-password"
          />
        )}
      </Field>
      <Field label="Role" error={errorOf("role")} hint={NOTES[mode]} required>
        {(props) => (
          <Select {...props} {...fieldProps("role")}>
            {ROLES.map((role) => (
              <option key={role} value={role}>
                {ROLE_LABELS[role]}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Button
        type="submit"
        variant="primary"
        className={classes.submit}
        busy={isLoading}
        disabled={isLoading}
      >
        {isLoading ? "Creating Account..." : "Create Account"}
      </Button>
    </form>
  );
}

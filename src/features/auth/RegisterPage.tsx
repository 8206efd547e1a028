import { PASSWORD_LENGTH, type Registration } from "#contract/session.ts";
import { DEFAULT_ROLE, EMAIL_MAX, ROLE_LABELS, ROLES } from "#contract/user.ts";
import { fieldErrorsOf } from "#api/errors.ts";
import { paths } from "#lib/paths.ts";
import { useRuleForm } from "#lib/useRuleForm.ts";
import { Button } from "#ui/Button.tsx";
import { Field } from "#ui/Field.tsx";
import { PasswordInput } from "#ui/PasswordInput.tsx";
import { Select } from "#ui/Select.tsx";
import { TextInput } from "#ui/TextInput.tsx";
import { AuthLayout } from "./AuthLayout.tsx";
import classes from "./AuthLayout.module.css";
import { useRegisterMutation } from "./authApi.ts";

const EMPTY: Registration = { email: "", password: "", role: DEFAULT_ROLE };

const loadRule = async () => (await import("#contract/rules/registration.ts")).registrationRule;

/** Registration (§2). Where it leads, and what it says, follows from the session. */
export default function RegisterPage() {
  const [register, { isLoading }] = useRegisterMutation();
  const { formProps, fieldProps, errorOf, values } = useRuleForm(
    EMPTY,
    loadRule,
    async (registration) => {
      const { error } = await register(registration);
      return error && fieldErrorsOf(error);
    },
  );
  return (
    <AuthLayout
      pageTitle="Create account"
      heading="Create Account"
      subtitle="Start managing your tasks efficiently"
      question="Already have an account?"
      link={{ to: paths.login, label: "Sign in" }}
    >
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
        <Field label="Role" error={errorOf("role")} required>
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
    </AuthLayout>
  );
}

import { fieldErrorsOf } from "#api/errors.ts";
import type { Credentials } from "#contract/session.ts";
import { EMAIL_MAX } from "#contract/user.ts";
import { paths } from "#lib/paths.ts";
import { useForm } from "#lib/useForm.ts";
import { useLoginMutation } from "#session/sessionApi.ts";
import { Button } from "#ui/Button.tsx";
import { Field } from "#ui/Field.tsx";
import { PasswordInput } from "#ui/PasswordInput.tsx";
import { TextInput } from "#ui/TextInput.tsx";
import classes from "./AuthLayout.module.css";
import { AuthLayout } from "./AuthLayout.tsx";

const EMPTY: Credentials = { email: "", password: "" };

const loadRule = async () => (await import("#contract/rules/session.ts")).credentialsRule;

/** Sign-in (§2). Where it leads, and what it says, follows from the session. */
export default function LoginPage() {
  const [login, { isLoading }] = useLoginMutation();
  const { formProps, fieldProps, errorOf, values } = useForm({
    initialValues: EMPTY,
    loadRule,
    async save(credentials) {
      const { error } = await login(credentials);
      return error && fieldErrorsOf(error);
    },
  });
  return (
    <AuthLayout
      pageTitle="Sign in"
      heading="Welcome Back"
      subtitle="Sign in to your product account"
      question="Don't have an account?"
      link={{ to: paths.register, label: "Create one" }}
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
              autoComplete="username"
            />
          )}
        </Field>
        <Field label="Password" error={errorOf("password")} required>
          {(props) => (
            <PasswordInput {...props} {...fieldProps("password")} autoComplete="current-password" />
          )}
        </Field>
        <Button
          type="submit"
          variant="primary"
          className={classes.submit}
          busy={isLoading}
          disabled={isLoading}
        >
          {isLoading ? "Signing in..." : "Sign In"}
        </Button>
      </form>
    </AuthLayout>
  );
}

import { Suspense, useState } from "react";
import { fieldErrorsOf, statusOf } from "#api/errors.ts";
import type { Credentials } from "#contract/session.ts";
import { AuthForm } from "#features/auth/AuthForm.tsx";
import { AuthLayout } from "#features/auth/AuthLayout.tsx";
import { notFirstAnyMore } from "#features/auth/registrationMode.ts";
import { localSignInOfPage, OPERATOR_ANCHOR, readSignInMeta } from "#features/auth/signInMeta.ts";
import { paths } from "#lib/address/paths.ts";
import { useForm } from "#lib/forms/useForm.ts";
import { lazyPart } from "#lib/lazyPart.tsx";
import { useLoginMutation } from "#session/sessionApi.ts";
import { loginMessages, refusalText } from "#session/signInMessages.ts";
import { Link } from "#ui/button/Link.tsx";
import { EmailField, PasswordField } from "#ui/form/accountFields.tsx";
import classes from "./LoginPage.module.css";

const REGISTER = {
  question: "Don't have an account?",
  link: { to: paths.register, label: "Create one" },
};
const OPERATOR = {
  question: "No other way in?",
  link: { to: OPERATOR_ANCHOR, label: "Sign in as an operator" },
};

const EMPTY: Credentials = { email: "", password: "" };

/**
 * Loaded after the form, because most servers offer no other way. If the page says that there are
 * other ways, their code is loaded with the form.
 */
const OtherWays = lazyPart(() => import("#features/auth/otherWays/OtherWays.tsx"));

/** The response does not say which of the two is wrong. Mostly it is the password. */
const TYPE_AGAIN = [{ param: "password", msg: "" }];

/** Sign-in (§2). The session's listeners show the toasts, and its guards redirect. */
export default function LoginPage() {
  const [localSignIn, setLocalSignIn] = useState(localSignInOfPage);
  const ways = readSignInMeta();
  const isOff = localSignIn === "off";
  return (
    <AuthLayout
      pageTitle="Sign in"
      heading="Welcome Back"
      subtitle="Sign in to your product account"
      {...(isOff ? OPERATOR : REGISTER)}
    >
      {!isOff && <LoginForm />}
      {/*
       * If the page says that there are other ways, everything waits for them, so that nothing
       * moves.
       */}
      {ways && <OtherWays onLocalSignIn={setLocalSignIn} />}
      {ways === undefined && (
        <Suspense fallback={null}>
          <OtherWays onLocalSignIn={setLocalSignIn} />
        </Suspense>
      )}
    </AuthLayout>
  );
}

function LoginForm() {
  const [login, { isLoading, error: refusal }] = useLoginMutation();
  const form = useForm({
    initialValues: EMPTY,
    rule: (rules) => rules.credentialsRule,
    async save(credentials) {
      const { error } = await login(credentials);
      if (statusOf(error) === 401) return TYPE_AGAIN;
      if (!error) notFirstAnyMore();
      return error && fieldErrorsOf(error);
    },
  });
  return (
    <>
      <AuthForm
        form={form}
        refusal={refusalText(refusal, loginMessages)}
        label="Sign In"
        busyLabel="Signing in..."
        busy={isLoading}
      >
        <EmailField form={form} autoComplete="username" />
        <PasswordField form={form} name="password" />
      </AuthForm>
      <p className={classes.forgot}>
        <Link to={paths.forgotPassword}>Forgot password?</Link>
      </p>
    </>
  );
}

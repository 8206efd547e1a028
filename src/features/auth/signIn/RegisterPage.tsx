import { useState } from "react";
import { errorCodeOf } from "#api/errors.ts";
import type { ErrorCode } from "#contract/errors.ts";
import { AuthLayout } from "#features/auth/AuthLayout.tsx";
import { Notice } from "#features/auth/Notice.tsx";
import { registrationMode } from "#features/auth/registrationMode.ts";
import { paths } from "#lib/address/paths.ts";
import { RegisterForm } from "./RegisterForm.tsx";

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

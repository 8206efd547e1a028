import { KeyRound } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import type { SignInProvider } from "#contract/shapes/signIn.ts";
import type { LocalSignIn } from "#contract/signIn.ts";
import { Notice } from "#features/auth/Notice.tsx";
import { OPERATOR_ANCHOR } from "#features/auth/signInMeta.ts";
import { API_BASE } from "#lib/env.ts";
import { useLoginMutation } from "#session/sessionApi.ts";
import { LinkAccountDialog } from "./LinkAccountDialog.tsx";
import classes from "./OtherWays.module.css";
import {
  type ProviderResult,
  readProviderResult,
  SIGN_IN_FAILURE_TEXTS,
} from "./providerResult.ts";
import { optionsInPage, useGetSignInOptionsQuery } from "./signInApi.ts";

const HINTS: Partial<Record<LocalSignIn, string>> = {
  admins: "Only admins can sign in with a password.",
  off: "Signing in with a password is turned off.",
};

/**
 * The ways to sign in beyond the form, and the result of a sign-in with a provider. Renders nothing
 * if the server offers none.
 */
export default function OtherWays({
  onLocalSignIn,
}: {
  /** Called with who may sign in with a password, once it is known. */
  onLocalSignIn: (mode: LocalSignIn) => void;
}) {
  const [inPage] = useState(optionsInPage);
  const { data: options = inPage } = useGetSignInOptionsQuery();
  const [returned, close] = useProviderResult();
  const localSignIn = options?.local_sign_in;
  useEffect(() => {
    if (localSignIn) onLocalSignIn(localSignIn);
  }, [localSignIn, onLocalSignIn]);
  const { hash } = useLocation();
  const hint = options && HINTS[options.local_sign_in];
  const providers = options?.providers ?? [];
  const isLink = returned?.kind === "link";
  const linked = isLink && providers.find(({ id }) => id === returned.provider);
  return (
    <>
      {returned?.kind === "failure" && (
        <p className={classes.failure} role="alert">
          {SIGN_IN_FAILURE_TEXTS[returned.failure]}
          {returned.reference && <span>{` Reference for an admin: ${returned.reference}`}</span>}
        </p>
      )}
      {(hint || providers.length > 0) && (
        <div className={classes.ways}>
          {hint && <p className={classes.hint}>{hint}</p>}
          {providers.map((provider) => (
            <ProviderLink key={provider.id} provider={provider} />
          ))}
          {localSignIn === "off" && hash === OPERATOR_ANCHOR && <OperatorNotice />}
        </div>
      )}
      {linked && <LinkAccountDialog code={returned.code} label={linked.label} onClose={close} />}
    </>
  );
}

/** The way in if nobody may sign in with a password, and a provider fails. */
function OperatorNotice() {
  return (
    <Notice title="Sign in as an operator" focused>
      On the server's machine, run <code>taskdeck admin you@example.com --sign-in-link</code> with
      your email address. It prints an address that signs you in once, within ten minutes.
    </Notice>
  );
}

/** Leaves the app for the provider's sign-in. */
function ProviderLink({ provider: { id, label, icon } }: { provider: SignInProvider }) {
  return (
    <a
      className={classes.provider}
      href={`${API_BASE}/api/auth/oidc/${encodeURIComponent(id)}/start`}
    >
      <ProviderIcon icon={icon} />
      <span>Continue with {label}</span>
    </a>
  );
}

/** An icon that is not known yet ("") keeps its place. */
function ProviderIcon({ icon }: Pick<SignInProvider, "icon">) {
  if (icon === "") return <span className={classes.icon} />;
  return icon ? <img src={icon} alt="" /> : <KeyRound aria-hidden="true" />;
}

/**
 * Reads the result of a provider's sign-in from the address, and removes it there: it must not stay
 * in the history. Signs in if the result is a code.
 */
function useProviderResult(): [returned: ProviderResult | null, close: () => void] {
  const { hash } = useLocation();
  const navigate = useNavigate();
  const [login] = useLoginMutation();
  const [returned, setReturned] = useState(() => readProviderResult(hash));
  const isHandled = useRef(false);
  useEffect(() => {
    if (!returned || isHandled.current) return;
    isHandled.current = true;
    void navigate({ hash: "" }, { replace: true });
    if (returned.kind === "code") void login({ code: returned.code });
  }, [returned, navigate, login]);
  return [returned, () => setReturned(null)];
}

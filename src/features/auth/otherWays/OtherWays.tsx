import type { LocalSignIn } from "#contract/signIn.ts";
import classes from "./OtherWays.module.css";
import { useGetSignInOptionsQuery } from "./signInApi.ts";

const HINTS: Partial<Record<LocalSignIn, string>> = {
  admins: "Only admins can sign in with a password.",
  off: "Signing in with a password is turned off.",
};

/** The ways to sign in beyond the form. Nothing where the server offers none. */
export default function OtherWays() {
  const { data: options } = useGetSignInOptionsQuery();
  const hint = options && HINTS[options.local_sign_in];
  if (!hint) return null;
  return (
    <div className={classes.ways}>
      <p className={classes.hint}>{hint}</p>
    </div>
  );
}

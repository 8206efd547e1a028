import { LogOut } from "lucide-react";
import { useEffect } from "react";
import { useDispatch, useStore } from "react-redux";
import { pages } from "#app/screens/pages.ts";
import { loadChanges } from "#features/changes/loadChanges.ts";
import type { WithChanges } from "#features/changes/queue/change.ts";
import { allDiscarded } from "#features/changes/queue/changesSlice.ts";
import { countChanges, unsentNoun } from "#features/changes/shown/waiting.ts";
import { selectStoredUser } from "#session/authSlice.ts";
import { useLogoutMutation } from "#session/sessionApi.ts";
import { Button } from "#ui/button/Button.tsx";
import { useConfirm } from "#ui/dialog/useConfirm.tsx";
import classes from "./TopBar.module.css";

/** The delay in ms before the sign-in screen preloads. By then the current screen has loaded. */
const PRELOAD_SIGN_IN_AFTER_MS = 5_000;

/** The logout button. It asks for confirmation only if unsent changes would be lost. */
export function Logout() {
  const store = useStore<WithChanges>();
  const dispatch = useDispatch();
  const [logout, { isLoading }] = useLogoutMutation();
  const [ask, question] = useConfirm();

  useEffect(() => {
    // A logout without a connection needs the code of the sign-in screen.
    const timer = setTimeout(() => {
      pages.login.preload().catch(() => undefined);
    }, PRELOAD_SIGN_IN_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);

  async function handleClick() {
    const code = await loadChanges().catch(() => null);
    const state = store.getState();
    const count =
      code?.countUnsent(state, selectStoredUser(state)?.id ?? "") ?? countChanges(state);
    if (count === 0) return void logout();
    const noun = unsentNoun(state);
    ask({
      title: `Discard ${count} unsent ${noun}${count === 1 ? "" : "s"}?`,
      message:
        (count === 1 ? `A ${noun}` : `${count} ${noun}s`) +
        " could not be sent to the server yet, and will be lost when you log out. " +
        "Stay signed in to have them sent when the connection is back.",
      confirmLabel: "Discard and log out",
      cancelLabel: "Stay signed in",
      danger: true,
      onConfirm() {
        dispatch(allDiscarded());
        void logout();
      },
    });
    return undefined;
  }

  return (
    <>
      <Button
        variant="ghost"
        size="sm"
        icon={<LogOut />}
        busy={isLoading}
        className={classes.logout}
        title="Logout"
        onClick={() => void handleClick()}
      >
        <span className={classes.logoutText}>Logout</span>
      </Button>
      {question}
    </>
  );
}

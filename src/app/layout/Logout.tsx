import { LogOut } from "lucide-react";
import { useEffect, useState } from "react";
import { useDispatch, useSelector, useStore } from "react-redux";
import { pages } from "#app/screens/pages.ts";
import { loadChanges } from "#features/changes/loadChanges.ts";
import type { WithChanges } from "#features/changes/queue/change.ts";
import { allDiscarded } from "#features/changes/queue/changesSlice.ts";
import { countChanges, unsentNoun } from "#features/changes/shown/waiting.ts";
import { useLogoutMutation } from "#session/sessionApi.ts";
import { selectStoredUser } from "#session/sessionSlice.ts";
import { Button } from "#ui/button/Button.tsx";
import { ConfirmDialog } from "#ui/dialog/ConfirmDialog.tsx";
import classes from "./TopBar.module.css";

/** The delay in ms before the sign-in screen preloads. By then the current screen has loaded. */
const PRELOAD_SIGN_IN_AFTER_MS = 5_000;

/** The logout button. It asks for confirmation only if unsent changes would be lost. */
export function Logout() {
  const store = useStore<WithChanges>();
  const dispatch = useDispatch();
  const [logout, { isLoading }] = useLogoutMutation();
  const [unsent, setUnsent] = useState(0);
  const noun = useSelector(unsentNoun);

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
    if (count > 0) setUnsent(count);
    else void logout();
  }

  function handleConfirm() {
    setUnsent(0);
    dispatch(allDiscarded());
    void logout();
  }

  return (
    <>
      <Button
        variant="ghost"
        size="sm"
        icon={<LogOut />}
        busy={isLoading}
        className={classes.logout}
        aria-label="Logout"
        onClick={() => void handleClick()}
      >
        <span className={classes.logoutText}>Logout</span>
      </Button>
      {unsent > 0 && (
        <ConfirmDialog
          title={`Discard ${unsent} unsent ${noun}${unsent === 1 ? "" : "s"}?`}
          message={
            (unsent === 1 ? `A ${noun}` : `${unsent} ${noun}s`) +
            " could not be sent to the server yet, and will be lost when you log out. " +
            "Stay signed in to have them sent when the connection is back."
          }
          confirmLabel="Discard and log out"
          cancelLabel="Stay signed in"
          danger
          onConfirm={handleConfirm}
          onCancel={() => setUnsent(0)}
        />
      )}
    </>
  );
}

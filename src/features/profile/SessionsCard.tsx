import { Button } from "#ui/button/Button.tsx";
import { useConfirm } from "#ui/dialog/useConfirm.tsx";
import layout from "#ui/lists/row.module.css";
import { Card } from "#ui/page/Card.tsx";
import classes from "./ProfilePage.module.css";
import { useSignOutEverywhereMutation } from "./profileApi.ts";

/** Ends all sessions of the user, for example after a device was lost. */
export function SessionsCard() {
  const [ask, question] = useConfirm();
  const [signOutEverywhere, { isLoading }] = useSignOutEverywhereMutation();

  const askToSignOut = () =>
    ask({
      title: "Sign out everywhere?",
      message: "This ends your session on every device, this one included.",
      confirmLabel: "Sign out everywhere",
      danger: true,
      onConfirm: () => void signOutEverywhere(),
    });

  return (
    <Card aria-labelledby="sessions-heading">
      <div className={layout.row}>
        <div className={layout.text}>
          <h2 id="sessions-heading">Sessions</h2>
          <p className={classes.note}>Lost a device, or forgot to sign out somewhere?</p>
        </div>
        <Button busy={isLoading} disabled={isLoading} onClick={askToSignOut}>
          Sign out everywhere
        </Button>
      </div>
      {question}
    </Card>
  );
}

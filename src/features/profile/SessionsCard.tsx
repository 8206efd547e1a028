import { useState } from "react";
import { Button } from "#ui/Button.tsx";
import { Card } from "#ui/Card.tsx";
import { ConfirmDialog } from "#ui/ConfirmDialog.tsx";
import classes from "./ProfilePage.module.css";
import { useSignOutEverywhereMutation } from "./profileApi.ts";

/** Ends all of the user's sessions, for instance when a device is lost. */
export function SessionsCard() {
  const [asking, setAsking] = useState(false);
  const [signOutEverywhere, { isLoading }] = useSignOutEverywhereMutation();

  return (
    <Card aria-labelledby="sessions-heading">
      <div className={classes.disclosure}>
        <div>
          <h2 id="sessions-heading">Sessions</h2>
          <p className={classes.note}>Lost a device, or forgot to sign out somewhere?</p>
        </div>
        <Button busy={isLoading} disabled={isLoading} onClick={() => setAsking(true)}>
          Sign Out Everywhere
        </Button>
      </div>
      {asking && (
        <ConfirmDialog
          title="Sign out everywhere?"
          message="This ends your session on every device, this one included."
          confirmLabel="Sign Out Everywhere"
          danger
          onCancel={() => setAsking(false)}
          onConfirm={() => {
            setAsking(false);
            void signOutEverywhere();
          }}
        />
      )}
    </Card>
  );
}

import { Button } from "#ui/button/Button.tsx";
import layout from "#ui/lists/row.module.css";
import { Card } from "#ui/page/Card.tsx";
import { CalendarCard } from "./CalendarCard.tsx";
import classes from "./exports.module.css";
import { useDownloadFileMutation } from "./exportsApi.ts";

/** The parts of the profile that export data from Taskdeck. */
export function OwnDataCards() {
  return (
    <>
      <CalendarCard />
      <OwnDataCard />
    </>
  );
}

/** Saves what the server knows about the user. */
function OwnDataCard() {
  const [download, { isLoading }] = useDownloadFileMutation();
  return (
    <Card aria-labelledby="own-data-heading">
      <div className={layout.row}>
        <div className={classes.words}>
          <h2 id="own-data-heading">Your Data</h2>
          <p className={classes.note}>
            Your profile, tasks, comments, changes and sessions, as a JSON file.
          </p>
        </div>
        <Button busy={isLoading} onClick={() => void download({ url: "/api/profile/export" })}>
          Download my data
        </Button>
      </div>
    </Card>
  );
}

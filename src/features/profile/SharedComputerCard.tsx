import { type ChangeEvent, useId, useState } from "react";
import { useDispatch } from "react-redux";
import { sharedComputerChosen } from "#sync/lastVisit/lastVisitListeners.ts";
import { chooseSharedComputer, isSharedComputer } from "#sync/lastVisit/sharedComputer.ts";
import { Card } from "#ui/page/Card.tsx";
import classes from "./ProfilePage.module.css";

/** Whether this browser may keep the last visited data. The choice applies to all its users. */
export function SharedComputerCard() {
  const dispatch = useDispatch();
  const [shared, setShared] = useState(isSharedComputer);
  const id = useId();

  function handleChange({ target: { checked } }: ChangeEvent<HTMLInputElement>) {
    if (!chooseSharedComputer(checked)) return;
    setShared(checked);
    dispatch(sharedComputerChosen(checked));
  }

  return (
    <Card aria-labelledby={`${id}-heading`}>
      <h2 id={`${id}-heading`}>This Browser</h2>
      <div className={classes.switch}>
        <input
          id={id}
          type="checkbox"
          checked={shared}
          aria-describedby={`${id}-note`}
          onChange={handleChange}
        />
        <label htmlFor={id}>This is a shared computer</label>
      </div>
      <p id={`${id}-note`} className={classes.note}>
        Taskdeck keeps your last board, task list and dashboard in this browser until you sign out,
        so that they show at once. On a shared computer it keeps none of them. But you stay signed
        in after the browser is closed, and changes that were made without a connection, such as new
        titles, stay here until they are sent. Log out before you leave.
      </p>
    </Card>
  );
}

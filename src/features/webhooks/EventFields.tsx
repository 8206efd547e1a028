import { useId } from "react";
import { WEBHOOK_EVENTS } from "#contract/webhook.ts";
import classes from "./Webhooks.module.css";

const GROUPS = [
  ["task.", "Tasks"],
  ["comment.", "Comments"],
  ["file.", "Files"],
  ["user.", "Users"],
  ["team.", "Teams"],
] as const;

/** The comma-separated list of events, in the order of the contract. */
export const sortedEvents = (chosen: readonly string[]): string =>
  WEBHOOK_EVENTS.filter((event) => chosen.includes(event)).join();

/** A checkbox for each event, in groups, and one for all. */
export function EventFields({
  events,
  error,
  onChange,
}: {
  /** Comma-separated. */
  events: string;
  error: string | undefined;
  onChange: (events: string) => void;
}) {
  const errorId = useId();
  const chosen = events.split(",");
  const all = WEBHOOK_EVENTS.join();

  function choose(event: string, isChosen: boolean) {
    onChange(sortedEvents(isChosen ? [...chosen, event] : chosen.filter((one) => one !== event)));
  }

  return (
    <fieldset
      className={classes.events}
      aria-invalid={error ? true : undefined}
      aria-describedby={error && errorId}
    >
      <legend>Events</legend>
      {error && (
        <p id={errorId} className={classes.error}>
          {error}
        </p>
      )}
      <label className={classes.choice}>
        <input
          type="checkbox"
          checked={events === all}
          onChange={({ target }) => onChange(target.checked ? all : "")}
        />
        All events
      </label>
      {GROUPS.map(([prefix, name]) => (
        <fieldset key={prefix} className={classes.group}>
          <legend>{name}</legend>
          {WEBHOOK_EVENTS.filter((event) => event.startsWith(prefix)).map((event) => (
            <label key={event} className={classes.choice}>
              <input
                type="checkbox"
                checked={chosen.includes(event)}
                onChange={({ target }) => choose(event, target.checked)}
              />
              {event}
            </label>
          ))}
        </fieldset>
      ))}
    </fieldset>
  );
}

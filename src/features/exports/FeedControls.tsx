import { type ReactNode, useRef } from "react";
import { takeSecret } from "#api/secrets.ts";
import { formatInstant } from "#lib/dates/day.ts";
import { Button } from "#ui/button/Button.tsx";
import { useSecret } from "#ui/dialog/SecretDialog.tsx";
import { useConfirm } from "#ui/dialog/useConfirm.tsx";
import layout from "#ui/lists/row.module.css";
import {
  CALENDAR_SECRET,
  type FeedView,
  useCreateCalendarMutation,
  useDeleteCalendarMutation,
  useGetCalendarQuery,
} from "./calendarApi.ts";
import classes from "./exports.module.css";

const QUESTIONS = {
  replace: {
    title: "Create a new address?",
    message: "The old address stops working. Calendars that use it need the new one.",
    confirmLabel: "Create new address",
  },
  remove: {
    title: "Turn the calendar feed off?",
    message: "Its address stops working, and calendars that use it show no tasks any more.",
    confirmLabel: "Turn off",
  },
} as const;

/**
 * Manages the secret address of a calendar feed, which shows the user's tasks with due dates, or those of a view.
 *
 * @param props.tasks the words for its tasks
 */
export function FeedControls({
  feed: source,
  tasks,
  heading,
}: {
  feed: FeedView;
  tasks: string;
  heading?: ReactNode;
}) {
  const { data, isLoading } = useGetCalendarQuery(source);
  const [create, creation] = useCreateCalendarMutation();
  const [remove, removal] = useDeleteCalendarMutation();
  const [showSecret, secret] = useSecret();
  const [ask, question] = useConfirm();
  const addressButton = useRef<HTMLButtonElement>(null);
  const feed = data?.calendar;

  async function createAddress() {
    const { error } = await create(source);
    if (error) return;
    showSecret({
      title: "Your calendar's address",
      label: "Secret address",
      secret: takeSecret(CALENDAR_SECRET),
      text: "Subscribe to it in your calendar. It is shown only now, and anyone who has it can read these tasks.",
    });
  }

  async function turnOff() {
    const { error } = await remove(source);
    // The button with the focus leaves.
    if (!error) addressButton.current?.focus();
  }

  const askFirst = (what: keyof typeof QUESTIONS, act: () => Promise<void>) =>
    ask({ ...QUESTIONS[what], danger: true, onConfirm: () => void act() });

  return (
    <>
      <div className={layout.row}>
        <div className={classes.words}>
          {heading}
          <p className={classes.note}>
            {feed
              ? `Your calendar can subscribe to ${tasks}. The address is of ${formatInstant(feed.created_at)}.`
              : `See the due dates of ${tasks} in your own calendar.`}
          </p>
        </div>
        <div className={classes.actions}>
          {/*
           * It has its room before the answer, too, so that the words beside it don't wrap later. It is one
           * button before and after, so that it gets the focus back.
           */}
          {(feed !== undefined || isLoading) && (
            <Button
              ref={addressButton}
              className={isLoading ? classes.unknown : undefined}
              busy={creation.isLoading}
              onClick={() => (feed ? askFirst("replace", createAddress) : void createAddress())}
            >
              {feed ? "New address" : "Create address"}
            </Button>
          )}
          {feed && (
            <Button busy={removal.isLoading} onClick={() => askFirst("remove", turnOff)}>
              Turn off
            </Button>
          )}
        </div>
      </div>
      {secret}
      {question}
    </>
  );
}

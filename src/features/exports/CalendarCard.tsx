import { Card } from "#ui/page/Card.tsx";
import { FeedControls } from "./FeedControls.tsx";

/** Manages the calendar feed of the user's own tasks. */
export function CalendarCard() {
  return (
    <Card aria-labelledby="calendar-heading">
      <FeedControls
        feed={{}}
        tasks="your tasks"
        heading={<h2 id="calendar-heading">Calendar Feed</h2>}
      />
    </Card>
  );
}

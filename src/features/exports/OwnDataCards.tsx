import { CalendarCard } from "./CalendarCard.tsx";
import { startCalendarListeners } from "./calendarListeners.ts";
import { startExportsListeners } from "./exportsListeners.ts";
import { OwnDataCard } from "./OwnDataCard.tsx";

export const storeParts = { listeners: [startExportsListeners, startCalendarListeners] };

/** The parts of the profile that export data from Taskdeck. */
export default function OwnDataCards() {
  return (
    <>
      <CalendarCard />
      <OwnDataCard />
    </>
  );
}

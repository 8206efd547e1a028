import { CalendarCard } from "./CalendarCard.tsx";
import { OwnDataCard } from "./OwnDataCard.tsx";

/** The parts of the profile that export data from Taskdeck. */
export function OwnDataCards() {
  return (
    <>
      <CalendarCard />
      <OwnDataCard />
    </>
  );
}

import type { Person } from "#features/users/usePeople.tsx";
import { Avatar } from "#ui/badges/Avatar.tsx";
import { DueDay } from "#ui/badges/DueDay.tsx";
import { PriorityBadge } from "#ui/badges/PriorityBadge.tsx";
import { Button } from "#ui/button/Button.tsx";
import classes from "./LinePreview.module.css";
import type { ReadLine } from "./readLine.ts";

/** The namesakes that show. More letters lead to the others. */
const NAMESAKES_SHOWN = 4;

/** What the line for a new task says besides its title, and the choice between namesakes. */
export function LinePreview({
  id,
  read: { assignee, due_date, priority, namesakes },
  onChoose,
}: {
  id: string;
  read: ReadLine;
  onChoose: (person: Person) => void;
}) {
  return (
    <div className={classes.preview}>
      <div id={id} aria-live="polite" className={classes.facts}>
        {assignee && (
          <span className={classes.person}>
            <Avatar name={assignee.name} size="sm" decorative />
            <span className="visually-hidden">Assignee </span>
            {assignee.name}
          </span>
        )}
        {due_date && <DueDay day={due_date} overdue={false} />}
        {priority && <PriorityBadge priority={priority} />}
        {namesakes && <span>Assign to:</span>}
        {!namesakes && <span className={classes.hint}>Esc: as plain text</span>}
      </div>
      {namesakes && (
        <div className={classes.facts}>
          {namesakes.people.slice(0, NAMESAKES_SHOWN).map((one) => (
            <Button key={one.id} size="sm" onClick={() => onChoose(one)}>
              {one.note ? `${one.name} (${one.note})` : one.name}
            </Button>
          ))}
          {namesakes.people.length > NAMESAKES_SHOWN && (
            <span className={classes.hint}>or type more of the name</span>
          )}
        </div>
      )}
    </div>
  );
}

import type { RefObject } from "react";
import { LabelChips } from "#features/labels/LabelChips.tsx";
import type { Person } from "#features/users/usePeople.tsx";
import { formatCount } from "#lib/text/formatCount.ts";
import { insertText } from "#lib/text/insertText.ts";
import { Avatar } from "#ui/badges/Avatar.tsx";
import { DueDay } from "#ui/badges/DueDay.tsx";
import { PriorityBadge } from "#ui/badges/PriorityBadge.tsx";
import { Button } from "#ui/button/Button.tsx";
import { Keys } from "#ui/button/Keys.tsx";
import { LINES_MAX } from "./pastedLines.ts";
import { type ReadLine, saysMore } from "./readLine.ts";
import classes from "./TaskLine.module.css";
import type { TaskLine } from "./useTaskLine.ts";

/** The namesakes that show. More letters lead to the others. */
const NAMESAKES_SHOWN = 4;

/**
 * What the line of a new task says besides its title, the choice between namesakes, and the offer of
 * several tasks.
 *
 * @param id the id of the text that describes the field
 * @param field the line's field
 * @param onCreate creates the offered tasks; absent if the form's own button does
 */
export function TaskLineNotes({
  id,
  line,
  field,
  onCreate,
}: {
  id: string;
  line: TaskLine;
  field: RefObject<HTMLTextAreaElement | null>;
  onCreate?: (() => void) | undefined;
}) {
  const { read, offered } = line;
  function takeBack() {
    line.takeBack();
    field.current?.focus();
  }
  if (offered.length > 0) return <Offer {...{ id, line, onCreate }} onTakeBack={takeBack} />;
  if (!saysMore(read)) return null;
  const { namesakes } = read;
  /** The address tells namesakes apart. */
  function choose({ address }: Person) {
    if (!namesakes || !field.current) return;
    field.current.focus();
    insertText(field.current, `@${address}`, [namesakes.start, namesakes.end]);
  }
  return (
    <div className={classes.preview}>
      <div id={id} aria-live="polite" className={classes.facts}>
        <Facts read={read} />
        {namesakes && <span>Assign to:</span>}
      </div>
      {namesakes ? (
        <Namesakes people={namesakes.people} onChoose={choose} />
      ) : (
        <TakeBack label="Keep as plain text" onClick={takeBack} />
      )}
    </div>
  );
}

const TakeBack = ({ label, onClick }: { label: string; onClick: () => void }) => (
  <Button size="sm" variant="ghost" className={classes.back} onClick={onClick}>
    {label} <Keys keys="Escape" />
  </Button>
);

function Facts({ read: { assignee, due_date, priority, labels } }: { read: ReadLine }) {
  return (
    <>
      {assignee && (
        <span className={classes.person}>
          <Avatar name={assignee.name} size="sm" decorative />
          <span className="visually-hidden">Assignee </span>
          <bdi>{assignee.name}</bdi>
        </span>
      )}
      {due_date && <DueDay day={due_date} overdue={false} />}
      {priority && <PriorityBadge priority={priority} />}
      {labels && <LabelChips ids={labels.map(({ id }) => id)} />}
    </>
  );
}

function Namesakes({
  people,
  onChoose,
}: {
  people: readonly Person[];
  onChoose: (person: Person) => void;
}) {
  return (
    <div className={classes.facts}>
      {people.slice(0, NAMESAKES_SHOWN).map((one) => (
        <Button key={one.id} size="sm" onClick={() => onChoose(one)}>
          <bdi>{one.note ? `${one.name} (${one.note})` : one.name}</bdi>
        </Button>
      ))}
      {people.length > NAMESAKES_SHOWN && (
        <span className={classes.hint}>or type more of the name</span>
      )}
    </div>
  );
}

function Offer({
  id,
  line: { offered, pastedCount },
  onCreate,
  onTakeBack,
}: {
  id: string;
  line: TaskLine;
  onCreate?: (() => void) | undefined;
  onTakeBack: () => void;
}) {
  const count = offered.length;
  const rest = pastedCount > LINES_MAX ? `, the first ${LINES_MAX} can become tasks` : "";
  return (
    <div className={classes.preview}>
      <p id={id} aria-live="polite" className={classes.hint}>
        {`${formatCount(pastedCount)} ${pastedCount === 1 ? "line" : "lines"} pasted${rest}`}
      </p>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a long list is scrolled by keyboard */}
      <ul className={classes.lines} aria-label="New tasks" tabIndex={0}>
        {offered.map(({ read, error }, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- lines may be equal
          <li key={index}>
            <bdi>{read.title}</bdi>
            {error && <p className={classes.error}>{error}</p>}
            {saysMore(read) && (
              <div className={classes.facts}>
                <Facts read={read} />
              </div>
            )}
          </li>
        ))}
      </ul>
      <div className={classes.facts}>
        {onCreate && (
          <Button size="sm" variant="primary" onClick={onCreate}>
            {count === 1 ? "Create 1 task" : `Create ${count} tasks`}
          </Button>
        )}
        <TakeBack label="Keep as one task" onClick={onTakeBack} />
      </div>
    </div>
  );
}

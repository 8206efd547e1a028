import { CornerDownLeft, Maximize2 } from "lucide-react";
import {
  type ComponentProps,
  type KeyboardEvent,
  type SyntheticEvent,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { useDispatch, useSelector } from "react-redux";
import { check } from "#contract/rules/common.ts";
import { taskPatchRule } from "#contract/rules/task.ts";
import { requestNewTask } from "#features/changes/actions/newTask.ts";
import type { WithChanges } from "#features/changes/queue/change.ts";
import { type Person, usePeople } from "#features/users/usePeople.tsx";
import { openNewTask } from "#lib/commands/newTask.ts";
import { cx } from "#lib/cx.ts";
import { today } from "#lib/dates/day.ts";
import type { StoreDispatch } from "#session/appExtra.ts";
import { selectStoredUser } from "#session/authSlice.ts";
import { useDraft } from "#session/useDraft.ts";
import { Avatar } from "#ui/badges/Avatar.tsx";
import { DueDay } from "#ui/badges/DueDay.tsx";
import { PriorityBadge } from "#ui/badges/PriorityBadge.tsx";
import { Button } from "#ui/button/Button.tsx";
import { IconButton } from "#ui/button/IconButton.tsx";
import { TextInput } from "#ui/form/TextInput.tsx";
import preview from "./LinePreview.module.css";
import classes from "./NewCards.module.css";
import type { NewTaskPlace } from "./newTasks.ts";
import { type ReadLine, readLine, saysMore } from "./readLine.ts";

/** The error of a title; undefined if it is valid (§5). */
function titleError(title: string): string | undefined {
  const checked = check(taskPatchRule(today(), null), { title });
  return "errors" in checked ? checked.errors[0]?.msg : undefined;
}

export interface NewCardLineProps {
  /** The properties of the line's field. */
  field: ComponentProps<"input">;
  place: NewTaskPlace;
  onClose: () => void;
}

/** The text of a new task's line, which survives a reload, with its error and the last result. */
function useNewTitle({ id, label, status, due_date: usualDay }: NewTaskPlace) {
  const dispatch = useDispatch<StoreDispatch<WithChanges>>();
  const user = useSelector(selectStoredUser);
  const people = usePeople();
  const draft = useDraft(`card:${id}`);
  const [title, setTitle] = useState(draft.found?.values["title"] ?? "");
  const [error, setError] = useState<string>();
  const [added, setAdded] = useState("");
  const [isPlain, setPlain] = useState(false);
  // A title that was entered before this code had loaded.
  const entered = useRef(draft.found?.values["entered"]);

  function type(text: string) {
    setTitle(text);
    setError(undefined);
    if (!text) setPlain(false);
    if (text) draft.keep({ values: { title: text } });
    else draft.drop();
  }

  const read = (text: string): ReadLine =>
    isPlain ? { title: text.trim() } : readLine(text, people, today());

  /**
   * Creates a task. If its title is refused, the title returns to the field, followed by `rest`,
   * the text typed since.
   */
  function add(text: string, rest = "") {
    const { title: name, assignee, due_date = usualDay, priority } = read(text);
    const refused = titleError(name);
    type(refused ? text + rest : rest);
    setError(refused);
    if (refused) return;
    const assignee_id = assignee?.id ?? user?.id ?? null;
    const values = { ...(due_date && { due_date }), ...(priority && { priority }) };
    dispatch(requestNewTask(name, { status, assignee_id, ...values }));
    const isHere = usualDay === undefined || due_date === usualDay;
    setAdded(`“${name}” added${isHere ? ` to ${label}` : ""}`);
  }

  const addEntered = useEffectEvent(() => {
    if (entered.current) add(entered.current, title);
    entered.current = undefined;
  });
  // A layout effect, so that no letter is typed before the text is set.
  useLayoutEffect(() => addEntered(), []);
  const makePlain = () => setPlain(true);
  return { title, read: read(title), error, added, type, add, makePlain, drop: draft.drop };
}

/**
 * A line whose text becomes a task when the user presses Enter: in this column, and unless the line says
 * otherwise (`readLine`) with medium priority and assigned to the user. It stays open for the next task
 * until Escape; the first Escape makes it plain text. Its text survives a reload.
 */
export function NewCardLine({ field, place, onClose }: NewCardLineProps) {
  const { title, read, error, added, type, add, makePlain, drop } = useNewTitle(place);
  const errorId = useId();
  const previewId = useId();
  const hasMore = saysMore(read);
  const input = useRef<HTMLInputElement>(null);

  // A layout effect, so that the field has the focus before the browser handles another key. A
  // letter typed in between would be lost.
  useLayoutEffect(() => {
    input.current?.focus();
    input.current?.scrollIntoView?.({ block: "nearest", inline: "nearest" });
  }, []);

  function create(event: SyntheticEvent) {
    event.preventDefault();
    input.current?.focus();
    add(title);
  }

  function handleKey(event: KeyboardEvent) {
    if (event.key !== "Escape") return;
    event.stopPropagation();
    if (hasMore) {
      input.current?.focus();
      makePlain();
      return;
    }
    drop();
    onClose();
  }

  /** The address tells namesakes apart. */
  function choose({ address }: Person) {
    const { start = 0, end = 0 } = read.namesakes ?? {};
    type(`${title.slice(0, start)}@${address}${title.slice(end)}`);
    input.current?.focus();
  }

  function openForm() {
    const { title: name, assignee, due_date = place.due_date, priority } = read;
    openNewTask({
      title: name,
      status: place.status,
      ...(assignee && { assignee_id: assignee.id }),
      ...(due_date && { due_date }),
      ...(priority && { priority }),
    });
    drop();
    onClose();
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- only Escape closes it
    <form className={classes.line} onSubmit={create} onKeyDown={handleKey}>
      <TextInput
        {...field}
        ref={input}
        value={title}
        aria-invalid={error !== undefined}
        aria-describedby={cx(error && errorId, hasMore && previewId)}
        enterKeyHint="done"
        onChange={({ target }) => type(target.value)}
      />
      {hasMore && <LinePreview id={previewId} read={read} onChoose={choose} />}
      <IconButton type="submit" label="Add task" icon={<CornerDownLeft />} />
      <IconButton label="Open the full form" icon={<Maximize2 />} onClick={openForm} />
      {error && (
        <p id={errorId} className={classes.error}>
          {error}
        </p>
      )}
      <output className="visually-hidden">{added}</output>
    </form>
  );
}

/** The namesakes that show. More letters lead to the others. */
const NAMESAKES_SHOWN = 4;

/** What the line for a new task says besides its title, and the choice between namesakes. */
function LinePreview({
  id,
  read: { assignee, due_date, priority, namesakes },
  onChoose,
}: {
  id: string;
  read: ReadLine;
  onChoose: (person: Person) => void;
}) {
  return (
    <div className={preview.preview}>
      <div id={id} aria-live="polite" className={preview.facts}>
        {assignee && (
          <span className={preview.person}>
            <Avatar name={assignee.name} size="sm" decorative />
            <span className="visually-hidden">Assignee </span>
            {assignee.name}
          </span>
        )}
        {due_date && <DueDay day={due_date} overdue={false} />}
        {priority && <PriorityBadge priority={priority} />}
        {namesakes && <span>Assign to:</span>}
        {!namesakes && <span className={preview.hint}>Esc: as plain text</span>}
      </div>
      {namesakes && (
        <div className={preview.facts}>
          {namesakes.people.slice(0, NAMESAKES_SHOWN).map((one) => (
            <Button key={one.id} size="sm" onClick={() => onChoose(one)}>
              {one.note ? `${one.name} (${one.note})` : one.name}
            </Button>
          ))}
          {namesakes.people.length > NAMESAKES_SHOWN && (
            <span className={preview.hint}>or type more of the name</span>
          )}
        </div>
      )}
    </div>
  );
}

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
import { type ReadLine, saysMore, valuesIn } from "#features/taskLine/readLine.ts";
import { TaskLineNotes } from "#features/taskLine/TaskLineNotes.tsx";
import { useTaskLine } from "#features/taskLine/useTaskLine.ts";
import { openNewTask } from "#lib/commands/newTask.ts";
import { cx } from "#lib/cx.ts";
import { today } from "#lib/dates/day.ts";
import type { StoreDispatch } from "#session/appExtra.ts";
import { selectStoredUser } from "#session/authSlice.ts";
import { useDraft } from "#session/useDraft.ts";
import { IconButton } from "#ui/button/IconButton.tsx";
import { TextLine } from "#ui/form/TextLine.tsx";
import classes from "./NewCards.module.css";
import type { NewTaskPlace } from "./newTasks.ts";

/** The error of a title; undefined if it is valid (§5). */
function titleError(title: string): string | undefined {
  const checked = check(taskPatchRule(today(), null), { title });
  return "errors" in checked ? checked.errors[0]?.msg : undefined;
}

export interface NewCardLineProps {
  /** The properties of the line's field. */
  field: Pick<ComponentProps<"textarea">, "aria-label" | "placeholder" | "autoComplete">;
  place: NewTaskPlace;
  onClose: () => void;
}

/** The text of a new task's line, which survives a reload, with its error and the last result. */
function useNewTitle({ id, label, status, due_date: usualDay }: NewTaskPlace) {
  const dispatch = useDispatch<StoreDispatch<WithChanges>>();
  const user = useSelector(selectStoredUser);
  const draft = useDraft(`card:${id}`);
  const [title, setTitle] = useState(draft.found?.values["title"] ?? "");
  const [error, setError] = useState<string>();
  const [added, setAdded] = useState("");
  const line = useTaskLine(title);
  // A title that was entered before this code had loaded.
  const entered = useRef(draft.found?.values["entered"]);

  function type(text: string) {
    setTitle(text);
    setError(undefined);
    if (text) draft.keep({ values: { title: text } });
    else draft.drop();
  }

  function create(read: ReadLine) {
    const usual = {
      status,
      assignee_id: user?.id ?? null,
      ...(usualDay && { due_date: usualDay }),
    };
    dispatch(requestNewTask(read.title, { ...usual, ...valuesIn(read) }));
    const isHere = usualDay === undefined || (read.due_date ?? usualDay) === usualDay;
    setAdded(`“${read.title}” added${isHere ? ` to ${label}` : ""}`);
  }

  /**
   * Creates a task. If its title is refused, the title returns to the field, followed by `rest`,
   * the text typed since.
   */
  function add(text: string, rest = "") {
    const read = line.readText(text);
    const refused = titleError(read.title);
    type(refused ? text + rest : rest);
    setError(refused);
    if (!refused) create(read);
  }

  const addEntered = useEffectEvent(() => {
    if (entered.current) add(entered.current, title);
    entered.current = undefined;
  });
  // A layout effect, so that no letter is typed before the text is set.
  useLayoutEffect(() => addEntered(), []);
  async function addOffered() {
    const rest = await line.createOffered(create);
    if (rest !== undefined) type(rest);
  }
  return { title, line, error, added, type, add, addOffered, drop: draft.drop };
}

/**
 * A line whose text becomes a task when the user presses Enter: in this column, and unless the line says
 * otherwise (`readLine`) with medium priority and assigned to the user. It stays open for the next task
 * until Escape; the first Escape makes it plain text. Its text survives a reload.
 */
export function NewCardLine({ field, place, onClose }: NewCardLineProps) {
  const { title, line, error, added, type, add, addOffered, drop } = useNewTitle(place);
  const errorId = useId();
  const notesId = useId();
  const isOffering = line.offered.length > 0;
  const input = useRef<HTMLTextAreaElement>(null);
  const focus = () => input.current?.focus();

  // A layout effect, so that the field has the focus before the browser handles another key. A
  // letter typed in between would be lost.
  useLayoutEffect(() => {
    input.current?.focus();
    input.current?.scrollIntoView?.({ block: "nearest", inline: "nearest" });
  }, []);

  function create(event?: SyntheticEvent) {
    event?.preventDefault();
    focus();
    if (isOffering) void addOffered();
    else add(title);
  }

  function handleKey(event: KeyboardEvent) {
    if (event.key !== "Escape") return;
    event.stopPropagation();
    if (line.takeBack()) return focus();
    drop();
    onClose();
  }

  function openForm() {
    const { status, due_date } = place;
    openNewTask({ title, status, ...(due_date && { due_date }), isPlain: line.isPlain });
    drop();
    onClose();
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- only Escape closes it
    <form className={classes.line} onSubmit={create} onKeyDown={handleKey}>
      <TextLine
        {...field}
        ref={input}
        value={title}
        aria-invalid={error !== undefined}
        aria-describedby={cx(error && errorId, (isOffering || saysMore(line.read)) && notesId)}
        enterKeyHint="done"
        onChange={({ target }) => type(target.value)}
        onPaste={line.handlePaste}
      />
      <TaskLineNotes id={notesId} line={line} field={input} onCreate={create} />
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

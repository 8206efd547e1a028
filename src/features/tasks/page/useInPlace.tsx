import { Pencil } from "lucide-react";
import {
  createElement,
  type MouseEvent,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useRef,
} from "react";
import { useSelector } from "react-redux";
import type { TaskDetail } from "#api/taskResponses.ts";
import { loadTaskDialog } from "#features/tasks/form/LazyTaskDialog.tsx";
import { LazyTaskInPlace, type Place } from "#features/tasks/form/LazyTaskInPlace.tsx";
import { startValues } from "#features/tasks/formValues.ts";
import { cx } from "#lib/cx.ts";
import { selectStoredUser } from "#session/authSlice.ts";
import { useDrafts } from "#session/useDraft.ts";
import { IconButton } from "#ui/button/IconButton.tsx";
import classes from "./TaskPage.module.css";

/** An open edit of a task: of one text in its place, or in the form. */
export interface EditedTask {
  /** The task when the edit began, with the values of edits and moves that are still under way. */
  task: TaskDetail;
  place: Place | null;
}

export interface Editing {
  task: TaskDetail;
  /** Whether the task has only the fields of a list. Then it can't be edited. */
  isPartial: boolean;
  /** The open edit of this task. */
  edited: EditedTask | null;
  /** Opens an edit; null closes it. */
  onEdit: (edit: EditedTask | null) => void;
}

/** What acts at a click, or is selected by one. */
const OWN_CLICKS = "a, button, input, figure";

/**
 * Edits a text of a task where it stands, after a click on it or by a button.
 *
 * @returns `text` is hidden during the edit; `control` is the button, or the form
 */
export function useInPlace(
  place: Place,
  { task, isPartial, edited, onEdit }: Editing,
  text: ReactNode,
): { text: ReactNode; control: ReactNode; isOpen: boolean } {
  const isOpen = edited?.place === place;
  const button = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(false);
  useEffect(() => {
    if (wasOpen.current && !edited) button.current?.focus();
    wasOpen.current = isOpen;
  }, [isOpen, edited]);
  if (isPartial) return { text, control: null, isOpen: false };
  const open = () => onEdit({ task, place });

  // The button does the same by keyboard.
  function handleClick({ target }: MouseEvent<HTMLElement>) {
    const isSelecting = !(getSelection()?.isCollapsed ?? true);
    if (!isSelecting && !(target as Element).closest(OWN_CLICKS)) open();
  }

  return {
    isOpen,
    text: createElement(
      place === "title" ? "span" : "div",
      { className: cx(classes.editable, isOpen && "visually-hidden"), onClick: handleClick },
      text,
    ),
    control: isOpen ? (
      <LazyTaskInPlace
        task={edited.task}
        place={place}
        onForm={() => onEdit({ ...edited, place: null })}
        onClose={() => onEdit(null)}
      />
    ) : (
      <IconButton
        ref={button}
        label={`Edit ${place}`}
        icon={<Pencil />}
        size="sm"
        onClick={open}
        onPointerEnter={() => void loadTaskDialog()}
      />
    ),
  };
}

/** Opens the text again of which the user has left an unsaved draft. Other drafts wait for the form. */
export function useDraftInPlace({ task, isPartial, edited, onEdit }: Editing): void {
  const drafts = useDrafts();
  const user = useSelector(selectStoredUser)?.id;
  const reopen = useEffectEvent(() => {
    const values =
      user === undefined || edited ? undefined : drafts.find(user, `task:${task.id}`)?.values;
    if (!values) return;
    const saved: Readonly<Record<string, string>> = startValues(task, undefined);
    const changed = Object.keys(values).filter((name) => values[name] !== saved[name]);
    const isText = (name: string): name is Place => name === "title" || name === "description";
    const place = changed.find(isText);
    if (place && changed.every(isText)) onEdit({ task, place });
  });
  useEffect(() => {
    if (!isPartial) reopen();
  }, [isPartial, task.id]);
}

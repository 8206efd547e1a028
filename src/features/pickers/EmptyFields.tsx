import { CalendarPlus, UserRoundPlus, UsersRound } from "lucide-react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { createPortal, flushSync } from "react-dom";
import { COMMAND_KEYS } from "#lib/commands/commandKeys.ts";
import { runCommand } from "#lib/commands/useCommand.ts";
import { IconButton } from "#ui/button/IconButton.tsx";
import classes from "./EmptyFields.module.css";
import { FIELD_COMMANDS, FIELD_LABELS, type PickedField, usePickedFields } from "./pickedFields.ts";

const ICONS: Readonly<Partial<Record<PickedField, ReactNode>>> = {
  assignee_id: <UserRoundPlus />,
  due_date: <CalendarPlus />,
  team_id: <UsersRound />,
};

/** An element of a card or row that has room for the buttons of fields without a value. */
interface Place {
  element: HTMLElement;
  taskId: string;
  fields: readonly string[];
}

const rowAt = (target: EventTarget | null): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>("[data-card]") : null;

const placesIn = (rows: ReadonlySet<HTMLElement | null>): Place[] =>
  [...rows].flatMap((row) =>
    [...(row?.querySelectorAll<HTMLElement>("[data-empty]") ?? [])].map((element) => ({
      element,
      taskId: row?.dataset["card"] ?? "",
      fields: element.dataset["empty"]?.split(" ") ?? [],
    })),
  );

/** The places of the card or row under the pointer, and of the one that has the focus. */
function usePlaces(isFrozen: boolean): readonly Place[] {
  const [places, setPlaces] = useState<readonly Place[]>([]);
  // The pointer and the focus may be there before this code.
  const rows = useRef({
    pointed: document.querySelector<HTMLElement>("[data-card]:hover"),
    focused: rowAt(document.activeElement),
  });
  useEffect(() => {
    // Fingers have the card's menu.
    if (isFrozen || window.matchMedia("(pointer: coarse)").matches) return undefined;
    const show = () => setPlaces(placesIn(new Set(Object.values(rows.current))));
    // Synchronously, so that a new value and the button in its place are never painted together.
    const observer = new MutationObserver(() => flushSync(show));
    function observe() {
      observer.disconnect();
      for (const row of Object.values(rows.current))
        if (row) observer.observe(row, { subtree: true, attributeFilter: ["data-empty"] });
      show();
    }
    function note(change: Partial<typeof rows.current>) {
      const before = rows.current;
      rows.current = { ...before, ...change };
      const { pointed, focused } = rows.current;
      if (pointed !== before.pointed || focused !== before.focused) observe();
    }
    const handlePointer = ({ target }: PointerEvent) => note({ pointed: rowAt(target) });
    const handleFocus = ({ target }: FocusEvent) => note({ focused: rowAt(target) });
    observe();
    document.addEventListener("pointerover", handlePointer);
    document.addEventListener("focusin", handleFocus);
    return () => {
      observer.disconnect();
      document.removeEventListener("pointerover", handlePointer);
      document.removeEventListener("focusin", handleFocus);
    };
  }, [isFrozen]);
  return places;
}

/**
 * Faint buttons for the empty fields of the card or row under the pointer or in focus. They are rendered
 * into places that it has for them, and take no room of its other values. There are thousands of cards, so
 * only these have buttons. They are no tab stops: the focused card has a key for each field.
 *
 * @param props.isFrozen whether the buttons stay as they are, because a picker is open below one
 */
export function EmptyFields({ isFrozen }: { isFrozen: boolean }) {
  const places = usePlaces(isFrozen);
  const picked: readonly string[] = usePickedFields();
  return places.map(({ element, taskId, fields }, index) =>
    createPortal(
      <span className={classes.places}>
        {fields
          .filter((field): field is PickedField => picked.includes(field))
          .map((field) => (
            <IconButton
              key={field}
              label={`Set ${FIELD_LABELS[field].toLowerCase()}`}
              keys={COMMAND_KEYS[FIELD_COMMANDS[field]].keys}
              aria-keyshortcuts={COMMAND_KEYS[FIELD_COMMANDS[field]].keys}
              icon={ICONS[field]}
              tabIndex={-1}
              data-fact={field}
              aria-haspopup="dialog"
              className={classes.place}
              onClick={() => runCommand(FIELD_COMMANDS[field], taskId)}
            />
          ))}
      </span>,
      element,
      String(index),
    ),
  );
}

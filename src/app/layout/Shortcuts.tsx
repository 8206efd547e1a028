import { Keyboard } from "lucide-react";
import { useEffect, useState } from "react";
import { useDispatch } from "react-redux";
import { copyBugReport } from "#app/devtools/copyBugReport.ts";
import { LazyTaskDialog } from "#features/tasks/form/LazyTaskDialog.tsx";
import { codeNotLoaded } from "#features/tasks/taskEvents.ts";
import { COMMANDS, type Command } from "#lib/commands.ts";
import { useCode } from "#lib/lazyPart.tsx";
import { type NewTaskStart, newTaskStart } from "#lib/newTask.ts";
import { useCommand } from "#lib/useCommand.ts";
import { useResume } from "#session/useDraft.ts";
import { Dialog } from "#ui/Dialog.tsx";
import { IconButton } from "#ui/IconButton.tsx";
import { Keys } from "#ui/Keys.tsx";
import { focusToast, forgetMessages } from "#ui/recentMessages.ts";
import { PaletteOpener } from "./PaletteOpener.tsx";
import { ScreenKeys } from "./ScreenKeys.tsx";
import classes from "./Shortcuts.module.css";

/** Keys that the browser or a single component handles, beside those of the commands. */
const OTHER_KEYS: readonly Command[] = [
  { group: "Everywhere", keys: "Esc", title: "Close a dialog or a menu" },
  { group: "With a card in focus", keys: "Enter", title: "Open the task" },
  { group: "With a card in focus", keys: "Space", title: "Lift the card, and put it down" },
  { group: "With a card in focus", keys: "← →", title: "Move the lifted card to another column" },
  { group: "With a card in focus", keys: "Esc", title: "Put the lifted card back" },
  { group: "In a comment", keys: "mod+Enter", title: "Add the comment" },
];

const ALL_KEYS: readonly Command[] = [...Object.values(COMMANDS), ...OTHER_KEYS];
const GROUPS = [...new Set(ALL_KEYS.map(({ group }) => group))];

/** The keyboard shortcuts of every screen, and the dialog that lists all shortcuts. */
export function Shortcuts() {
  const [open, setOpen] = useState<"help" | "task" | "messages" | null>(null);
  const [start, setStart] = useState<NewTaskStart>();
  const close = () => setOpen(null);
  // A new task can be resumed on any page.
  useResume("task:new", () => setOpen("task"));
  useCommand("bugReport", () => void copyBugReport());
  useCommand("help", () => setOpen("help"));
  useCommand("messages", () => void (focusToast() || setOpen("messages")));
  useEffect(() => forgetMessages, []);
  useCommand("newTask", () => {
    setStart(newTaskStart());
    setOpen("task");
  });
  useCommand("search", () => {
    const search = document.querySelector<HTMLInputElement>('main input[type="search"]');
    search?.focus();
    search?.select();
  });
  return (
    <>
      <ScreenKeys />
      <PaletteOpener />
      <IconButton
        label="Keyboard shortcuts"
        icon={<Keyboard />}
        aria-keyshortcuts="?"
        className={classes.opener}
        onClick={() => setOpen("help")}
      />
      {open === "task" && <LazyTaskDialog mode="create" start={start} onClose={close} />}
      {open === "messages" && <LazyMessages onClose={close} />}
      {open === "help" && (
        <Dialog title="Keyboard shortcuts" size="sm" onClose={close}>
          {GROUPS.map((group) => (
            <section key={group} className={classes.group}>
              <h3>{group}</h3>
              <dl>
                {ALL_KEYS.filter((command) => command.group === group).map(({ keys, title }) => (
                  <div key={title} className={classes.row}>
                    <dt>
                      <Keys keys={keys} />
                    </dt>
                    <dd>{title}</dd>
                  </div>
                ))}
              </dl>
            </section>
          ))}
        </Dialog>
      )}
    </>
  );
}

function LazyMessages({ onClose }: { onClose: () => void }) {
  const dispatch = useDispatch();
  const module = useCode(
    () => import("./RecentMessages.tsx"),
    () => {
      dispatch(codeNotLoaded("recent messages"));
      onClose();
    },
  );
  return module && <module.RecentMessages onClose={onClose} />;
}

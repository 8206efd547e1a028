import { Keyboard } from "lucide-react";
import { useState } from "react";
import { LazyTaskDialog } from "#features/tasks/form/LazyTaskDialog.tsx";
import { useShortcut } from "#lib/useShortcut.ts";
import { useResume } from "#session/useDraft.ts";
import { Dialog } from "#ui/Dialog.tsx";
import { IconButton } from "#ui/IconButton.tsx";
import classes from "./Shortcuts.module.css";

const SHORTCUTS: readonly { title: string; keys: readonly [keys: string, what: string][] }[] = [
  {
    title: "Everywhere",
    keys: [
      ["n", "New task"],
      ["/", "Search, where there is a list"],
      ["?", "Show these shortcuts"],
      ["Esc", "Close a dialog or a menu"],
    ],
  },
  { title: "On the board", keys: [["Ctrl Z", "Undo the last move"]] },
  {
    title: "With a card in focus",
    keys: [
      ["Enter", "Open the task"],
      ["Space", "Lift the card, and put it down"],
      ["← →", "Move the lifted card to another column"],
      ["Esc", "Put the lifted card back"],
    ],
  },
  { title: "In a comment", keys: [["Ctrl Enter", "Add the comment"]] },
];

/** The keyboard shortcuts of every screen, and the dialog that lists all shortcuts. */
export function Shortcuts() {
  const [open, setOpen] = useState<"help" | "task" | null>(null);
  const close = () => setOpen(null);
  // A new task can be resumed on any page.
  useResume("task:new", () => setOpen("task"));
  useShortcut("?", () => setOpen("help"));
  useShortcut("n", () => setOpen("task"));
  useShortcut("/", () => {
    const search = document.querySelector<HTMLInputElement>('main input[type="search"]');
    search?.focus();
    search?.select();
  });
  return (
    <>
      <IconButton
        label="Keyboard shortcuts"
        icon={<Keyboard />}
        aria-keyshortcuts="?"
        className={classes.opener}
        onClick={() => setOpen("help")}
      />
      {open === "task" && <LazyTaskDialog mode="create" onClose={close} />}
      {open === "help" && (
        <Dialog title="Keyboard shortcuts" size="sm" onClose={close}>
          {SHORTCUTS.map(({ title, keys }) => (
            <section key={title} className={classes.group}>
              <h3>{title}</h3>
              <dl>
                {keys.map(([key, what]) => (
                  <div key={what} className={classes.row}>
                    <dt>
                      <kbd>{key}</kbd>
                    </dt>
                    <dd>{what}</dd>
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

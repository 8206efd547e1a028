import { Keyboard } from "lucide-react";
import { type ComponentType, useEffect, useState } from "react";
import { useDispatch } from "react-redux";
import { copyBugReport } from "#app/devtools/copyBugReport.ts";
import { LazyTaskDialog } from "#features/tasks/form/LazyTaskDialog.tsx";
import { codeNotLoaded } from "#features/tasks/taskEvents.ts";
import { useCode } from "#lib/lazyPart.tsx";
import { type NewTaskStart, newTaskStart } from "#lib/newTask.ts";
import { useCommand } from "#lib/useCommand.ts";
import { useResume } from "#session/useDraft.ts";
import { IconButton } from "#ui/IconButton.tsx";
import { focusToast, forgetMessages } from "#ui/recentMessages.ts";
import { PaletteOpener } from "./PaletteOpener.tsx";
import { ScreenKeys } from "./ScreenKeys.tsx";
import classes from "./Shortcuts.module.css";

/** Their code is loaded when they are opened. */
const DIALOGS = {
  "keyboard shortcuts": () => import("./ShortcutHelp.tsx"),
  "recent messages": () => import("./RecentMessages.tsx"),
} as const;

/** The keyboard shortcuts of every screen, and the dialog that lists all shortcuts. */
export function Shortcuts() {
  const [open, setOpen] = useState<"task" | keyof typeof DIALOGS | null>(null);
  const [start, setStart] = useState<NewTaskStart>();
  const close = () => setOpen(null);
  // A new task can be resumed on any page.
  useResume("task:new", () => setOpen("task"));
  useCommand("bugReport", () => void copyBugReport());
  useCommand("help", () => setOpen("keyboard shortcuts"));
  useCommand("messages", () => void (focusToast() || setOpen("recent messages")));
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
        onClick={() => setOpen("keyboard shortcuts")}
      />
      {open === "task" && <LazyTaskDialog mode="create" start={start} onClose={close} />}
      {open && open !== "task" && <LazyDialog name={open} onClose={close} />}
    </>
  );
}

function LazyDialog({ name, onClose }: { name: keyof typeof DIALOGS; onClose: () => void }) {
  const dispatch = useDispatch();
  const module = useCode<{ default: ComponentType<{ onClose: () => void }> }>(DIALOGS[name], () => {
    dispatch(codeNotLoaded(name));
    onClose();
  });
  return module && <module.default onClose={onClose} />;
}

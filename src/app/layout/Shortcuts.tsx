import { Keyboard } from "lucide-react";
import { useEffect, useState } from "react";
import { useSelector } from "react-redux";
import { useNavigate } from "react-router-dom";
import { copyBugReport } from "#app/devtools/copyBugReport.ts";
import { LazyTaskDialog } from "#features/tasks/form/LazyTaskDialog.tsx";
import { forgetSearches, lastAddress } from "#lib/address/lastAddresses.ts";
import { paths } from "#lib/address/paths.ts";
import type { CommandName } from "#lib/commands/commandKeys.ts";
import { type NewTaskStart, newTaskStart } from "#lib/commands/newTask.ts";
import { useCommand } from "#lib/commands/useCommand.ts";
import { selectStoredUser } from "#session/authSlice.ts";
import { useResume } from "#session/useDraft.ts";
import { IconButton } from "#ui/button/IconButton.tsx";
import { focusToast, forgetMessages } from "#ui/toasts/recentMessages.ts";
import { HelpDialog, MessagesDialog } from "./LateDialogs.tsx";
import { PaletteOpener } from "./PaletteOpener.tsx";
import classes from "./Shortcuts.module.css";

/** The keyboard shortcuts of every screen, and the dialog that lists all shortcuts. */
export function Shortcuts() {
  const [open, setOpen] = useState<"task" | "keyboard shortcuts" | "messages" | null>(null);
  const [start, setStart] = useState<NewTaskStart>();
  const close = () => setOpen(null);
  // A new task can be resumed on any page.
  useResume("task:new", () => setOpen("task"));
  useCommand("bugReport", () => void copyBugReport());
  useCommand("bugReportWithNames", () => void copyBugReport(undefined, { withNames: true }));
  useCommand("help", () => setOpen("keyboard shortcuts"));
  // Where there is an inbox, it lists the messages.
  useCommand("messages", () => void (focusToast() || setOpen("messages")));
  useEffect(() => forgetMessages, []);
  useEffect(() => forgetSearches, []);
  useCommand("newTask", () => {
    setStart(newTaskStart());
    setOpen("task");
  });
  useCommand("save", () => {
    const form = document.activeElement?.closest("form");
    form?.requestSubmit();
    return form != null;
  });
  return (
    <>
      <ScreenKeys />
      <PaletteOpener />
      <IconButton
        label="Keyboard shortcuts"
        keys="?"
        aria-keyshortcuts="?"
        icon={<Keyboard />}
        className={classes.opener}
        onClick={() => setOpen("keyboard shortcuts")}
      />
      {open === "task" && (
        <LazyTaskDialog mode="create" start={start} isByKey={!start} onClose={close} />
      )}
      {open === "keyboard shortcuts" && <HelpDialog onClose={close} />}
      {open === "messages" && <MessagesDialog onClose={close} />}
    </>
  );
}

const SCREENS: readonly (readonly [CommandName, string])[] = [
  ["goDashboard", paths.dashboard],
  ["goBoard", paths.board],
  ["goTasks", paths.tasks],
  ["goMyWork", paths.myWork],
  ["goActivity", paths.activity],
  ["goProfile", paths.profile],
];

const ADMIN_SCREENS: typeof SCREENS = [
  ["goTeams", paths.teams],
  ["goUsers", paths.users],
  ["goAudit", paths.audit],
];

/** Binds the keys that lead to the screens: g, then a letter. Admins have more of them. */
function ScreenKeys() {
  const isAdmin = useSelector(selectStoredUser)?.role === "admin";
  const screens = isAdmin ? [...SCREENS, ...ADMIN_SCREENS] : SCREENS;
  return screens.map(([command, to]) => <ScreenKey key={command} command={command} to={to} />);
}

function ScreenKey({ command, to }: { command: CommandName; to: string }) {
  const navigate = useNavigate();
  useCommand(command, () => void navigate(lastAddress(to)));
  return null;
}

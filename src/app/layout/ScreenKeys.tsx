import { useSelector } from "react-redux";
import { useNavigate } from "react-router-dom";
import { paths } from "#lib/address/paths.ts";
import type { CommandName } from "#lib/commands/commandKeys.ts";
import { useCommand } from "#lib/commands/useCommand.ts";
import { selectStoredUser } from "#session/sessionSlice.ts";

const SCREENS: readonly (readonly [CommandName, string])[] = [
  ["goDashboard", paths.dashboard],
  ["goBoard", paths.board],
  ["goTasks", paths.tasks],
  ["goActivity", paths.activity],
  ["goProfile", paths.profile],
];

const ADMIN_SCREENS: typeof SCREENS = [
  ["goTeams", paths.teams],
  ["goUsers", paths.users],
  ["goAudit", paths.audit],
];

/** Binds the keys that lead to the screens: g, then a letter. Admins have more of them. */
export function ScreenKeys() {
  const isAdmin = useSelector(selectStoredUser)?.role === "admin";
  const screens = isAdmin ? [...SCREENS, ...ADMIN_SCREENS] : SCREENS;
  return screens.map(([command, to]) => <ScreenKey key={command} command={command} to={to} />);
}

function ScreenKey({ command, to }: { command: CommandName; to: string }) {
  const navigate = useNavigate();
  useCommand(command, () => void navigate(to));
  return null;
}

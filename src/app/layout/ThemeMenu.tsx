import { Monitor, Moon, Sun } from "lucide-react";
import { chooseTheme, THEMES, type Theme, useTheme } from "#lib/theme.ts";
import { Menu } from "#ui/Menu.tsx";

const LABELS: Readonly<Record<Theme, string>> = { system: "System", light: "Light", dark: "Dark" };
const ICONS = { system: <Monitor />, light: <Sun />, dark: <Moon /> };

/** The switch between light and dark, or whatever the system says. */
export function ThemeMenu() {
  const chosen = useTheme();
  return (
    <Menu
      label={`Theme: ${LABELS[chosen]}`}
      icon={ICONS[chosen]}
      items={THEMES.map((theme) => ({
        label: LABELS[theme],
        checked: theme === chosen,
        onSelect: () => chooseTheme(theme),
      }))}
    />
  );
}

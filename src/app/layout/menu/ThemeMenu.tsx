import { Monitor, Moon, Sun } from "lucide-react";
import { useEffect } from "react";
import { chooseTheme, THEMES, type Theme, useTheme } from "#lib/theme/theme.ts";
import { whenUsed } from "#lib/whenIdle.ts";
import { loadMenus } from "#ui/menu/LazyMenuPopup.tsx";
import { Menu } from "#ui/menu/Menu.tsx";

const LABELS: Readonly<Record<Theme, string>> = { system: "System", light: "Light", dark: "Dark" };
const ICONS = { system: <Monitor />, light: <Sun />, dark: <Moon /> };

/** The choice between light, dark and the system's theme. */
export function ThemeMenu({ text }: { text?: boolean }) {
  const chosen = useTheme();
  useEffect(() => void whenUsed().then(loadMenus), []);
  return (
    <Menu
      label={`Theme: ${LABELS[chosen]}`}
      icon={ICONS[chosen]}
      text={text}
      items={THEMES.map((theme) => ({
        label: LABELS[theme],
        checked: theme === chosen,
        onSelect: () => chooseTheme(theme),
      }))}
    />
  );
}

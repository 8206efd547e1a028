import { paths } from "#lib/address/paths.ts";
import { isCovered } from "#ui/lists/rows.ts";

/** The time in ms that a screen has to show the button that the palette presses there. */
const BUTTON_TIMEOUT_MS = 10_000;

/** The buttons in the head of the screen, or of the task over it. Those with a key are commands. */
const BUTTONS = "main [data-actions] :is(a, button:enabled):not([aria-keyshortcuts])";
/** The button of the frame that every screen has. */
const LOGOUT = "header button[aria-label='Logout']";

const textOf = (button: HTMLElement): string =>
  (button.getAttribute("aria-label") ?? button.textContent).replace(/^\+ /, "").trim();

const buttons = (): HTMLElement[] =>
  [...document.querySelectorAll<HTMLElement>(BUTTONS)].filter((button) => !isCovered(button));

/** The texts of the buttons of the present screen. */
export const screenActions = (): string[] => [...new Set(buttons().map(textOf))];

export const pressLogout = (): void => document.querySelector<HTMLElement>(LOGOUT)?.click();

/** Buttons of admins' screens, which the palette presses from any other one. */
export const ADMIN_ACTIONS: readonly (readonly [text: string, to: string])[] = [
  ["Invite people", paths.users],
  ["Create Team", paths.teams],
];

/** Presses a button of the screen as soon as it shows. */
export function pressButton(text: string): void {
  const press = () => {
    const button = buttons().find((one) => textOf(one) === text);
    button?.click();
    return button !== undefined;
  };
  if (press()) return;
  const observer = new MutationObserver(() => {
    if (press()) observer.disconnect();
  });
  observer.observe(document.body, { childList: true, subtree: true });
  setTimeout(() => observer.disconnect(), BUTTON_TIMEOUT_MS);
}

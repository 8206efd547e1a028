import { screen, within } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";

/** The column with this heading. */
export const column = (name: string) => screen.getByRole("region", { name });

/** The titles of the cards in a column, from top to bottom. */
export const titles = (name: string) =>
  within(column(name))
    .queryAllByRole("listitem")
    .map((item) => within(item).getByRole("link").textContent);

/** Moves a card by its menu. */
export async function moveByMenu(user: UserEvent, title: string, to: string): Promise<void> {
  await user.click(await screen.findByRole("button", { name: `Actions (${title})` }));
  await user.click(screen.getByRole("menuitem", { name: `Move to ${to}` }));
}

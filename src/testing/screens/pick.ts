import { screen, within } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";

/** Picks an option in the picker that a button or field opens. */
export async function pick(user: UserEvent, opener: HTMLElement, name: string | RegExp) {
  await user.click(opener);
  const list = within(await screen.findByRole("listbox"));
  await user.click(await list.findByRole("option", { name }));
}

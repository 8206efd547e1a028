import type { UserEvent } from "@testing-library/user-event";

/** Replaces a field's text at once, as pasting does, where the single keys aren't the test's subject. */
export async function enterText(user: UserEvent, field: Element, text: string): Promise<void> {
  await user.clear(field);
  if (text) await user.paste(text);
}

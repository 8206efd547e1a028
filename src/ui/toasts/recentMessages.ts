/** A toast that was shown: its texts without buttons. */
interface Message {
  id: string;
  text: string;
  isError: boolean;
  at: Date;
}

const MAX_MESSAGES = 10;

let messages: readonly Message[] = [];

/** The last ten toasts, newest first. */
export const recentMessages = (): readonly Message[] => messages;

/** Keeps a toast's text. A toast whose text changes is kept once. */
export function keepMessage(message: Message): void {
  const others = messages.filter(({ id }) => id !== message.id);
  messages = [...others, message]
    .toSorted((a, b) => b.at.getTime() - a.at.getTime())
    .slice(0, MAX_MESSAGES);
}

/** The next user of this page must not read them. */
export function forgetMessages(): void {
  messages = [];
}

/** Moves the focus to the first toast: the newest error or, without one, the newest. False if none is shown, or the focus is there already. */
export function focusToast(): boolean {
  if (document.activeElement?.closest("[data-toast]")) return false;
  const button = document.querySelector<HTMLElement>("[data-toast] button");
  button?.focus();
  return button !== null;
}

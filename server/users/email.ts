import { keptText } from "#contract/text.ts";
import { NAME_MAX } from "#contract/user.ts";

/** An address as it is compared: case and Unicode composition make no difference. */
export const emailKey = (email: string): string => email.normalize("NFC").toLowerCase();

/** The name that registration starts with: `ada.lovelace+work@x.org` is "Ada Lovelace". */
export function nameFromEmail(email: string): string {
  const local = email.slice(0, email.lastIndexOf("@"));
  const [mailbox = ""] = local.split("+");
  const words = mailbox.split(/[._-]+/).filter((word) => word !== "");
  const name = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(" ");
  const characters = Array.from(name || local);
  return keptText(characters.slice(0, NAME_MAX).join(""));
}

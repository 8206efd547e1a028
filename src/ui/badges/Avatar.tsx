import { cx } from "#lib/cx.ts";
import { initials } from "#lib/text/initials.ts";
import classes from "./Avatar.module.css";
import tones from "./tones.module.css";

/** Without red, which marks errors and overdue tasks. */
const HUES = ["violet", "blue", "green", "amber", "grey"] as const;

/** The same name always has the same colour. */
function hueOf(name: string): (typeof HUES)[number] {
  let sum = 0;
  for (const character of name) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) % 9973;
  return HUES[sum % HUES.length] ?? "grey";
}

/** A user's initials in a disc. `decorative` hides it from screen readers, for a name beside it. */
export function Avatar({
  name,
  size = "md",
  decorative = false,
}: {
  name: string;
  size?: "sm" | "md" | "lg" | undefined;
  decorative?: boolean | undefined;
}) {
  const className = cx(classes.avatar, classes[size], tones[hueOf(name)]);
  if (decorative) {
    return (
      <span className={className} aria-hidden="true">
        {initials(name)}
      </span>
    );
  }
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- letters on a disc: there is no image file
    <span className={className} role="img" aria-label={name} title={name}>
      {initials(name)}
    </span>
  );
}

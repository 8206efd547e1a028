import { DESCRIPTION_PREVIEW } from "#contract/task.ts";

/** What a card shows of a description: its first 100 characters, and '...' if there are more (§2). */
export function excerpt(description: string): string {
  // By characters, not by code units: an emoji at the edge must not be cut in half.
  const characters = Array.from(description);
  return characters.length > DESCRIPTION_PREVIEW
    ? `${characters.slice(0, DESCRIPTION_PREVIEW).join("")}...`
    : description;
}

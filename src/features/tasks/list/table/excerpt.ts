import { DESCRIPTION_PREVIEW } from "#contract/task.ts";

/** The first 100 characters of a description, followed by '...' if there are more (§2). */
export function excerpt(description: string): string {
  // Splits by code points, so that no emoji is cut in half.
  const characters = Array.from(description);
  return characters.length > DESCRIPTION_PREVIEW
    ? `${characters.slice(0, DESCRIPTION_PREVIEW).join("")}...`
    : description;
}

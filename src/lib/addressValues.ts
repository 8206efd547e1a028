import { ID_MAX } from "#contract/id.ts";
import { characterCount, storableText } from "#contract/text.ts";

const PAGE_PATTERN = /^[1-9]\d{0,8}$/;

/** The id that an address names, as a call takes it: "" when nothing can have it. */
export function idIn(value: string): string {
  const id = storableText(value);
  return characterCount(id) <= ID_MAX ? id : "";
}

/** The page that an address names, from 1; the first when it names none. */
export function pageIn(value: string | null): number {
  return value !== null && PAGE_PATTERN.test(value) ? Number(value) : 1;
}

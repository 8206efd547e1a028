import { ID_MAX } from "#contract/id.ts";
import { characterCount, storableText } from "#contract/text.ts";

const PAGE_PATTERN = /^[1-9]\d{0,8}$/;

/** The id in a URL; "" if it is too long to be one. */
export function idIn(value: string): string {
  const id = storableText(value);
  return characterCount(id) <= ID_MAX ? id : "";
}

/** The page number in a URL, from 1; 1 if there is none. */
export function pageIn(value: string | null): number {
  return value !== null && PAGE_PATTERN.test(value) ? Number(value) : 1;
}

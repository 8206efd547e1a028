import type { ReactNode } from "react";
import { folded } from "#contract/text.ts";

/** A list of at least this many options has a search line. */
export const SEARCH_FROM = 8;

/** One value that a picker offers. */
export interface PickerOption {
  key: string;
  label: string;
  /** Another name that typing finds the option by, beside its label. */
  name?: string;
  /** An address that typing finds the option by. It shows when only it matches. */
  address?: string;
  /** Tells options with equal labels apart. */
  note?: string | undefined;
  /** The group below whose heading it stands, and its label there. */
  group?: { name: string; label: string } | undefined;
  checked?: boolean | undefined;
  /** Whether the picker stays, because the option asks for more. */
  staysOpen?: boolean;
  icon?: ReactNode;
  onSelect: () => void;
}

/** The options by the names of their groups, in the order of these; those without one come first, under "". */
export function inGroups(options: readonly PickerOption[]): PickerOption[][] {
  const groups = new Map<string, PickerOption[]>([["", []]]);
  for (const option of options) {
    const key = folded(option.group?.name ?? "");
    groups.set(key, [...(groups.get(key) ?? []), option]);
  }
  return [...groups.values()].filter(({ length }) => length > 0);
}

/** Values that the user types in the search line, which are no options. */
export interface TypedOption {
  /** The search line's placeholder. */
  hint: string;
  /** The option for a text, perhaps one of the list; null if the text names no value. */
  optionFor: (text: string) => PickerOption | null;
  /** Whether the option comes after those that match, because Enter would rather pick one of them. */
  comesLast?: true;
}

/** An option, and the note that it shows for the typed text. */
export interface FoundOption {
  option: PickerOption;
  note: string | undefined;
}

/** Lower case without accents, so that "jose" finds "José". */
export const plain = (text: string): string =>
  folded(text)
    .normalize("NFD")
    .replaceAll(/\p{Diacritic}/gu, "");

interface Searched {
  option: PickerOption;
  names: string;
  address: string;
}

/** The options with their texts in a form that each search compares. */
export const searched = (options: readonly PickerOption[]): Searched[] =>
  options.map((option) => ({
    option,
    names: plain(`\n${option.label}\n${option.name ?? ""}`),
    address: plain(option.address ?? ""),
  }));

/** How well an option matches: a name that begins with the text first; undefined if it doesn't. */
function rankOf({ names, address }: Searched, text: string): number | undefined {
  if (names.includes(`\n${text}`)) return 0;
  if (names.includes(` ${text}`)) return 1;
  if (names.includes(text)) return 2;
  return address.includes(text) ? 3 : undefined;
}

/** The options that match a text, the best first. Equally good ones keep their order. */
export function findOptions(options: readonly Searched[], text: string): FoundOption[] {
  const wanted = plain(text.trim());
  if (!wanted) return options.map(({ option }) => ({ option, note: option.note }));
  const ranks: FoundOption[][] = [[], [], [], []];
  for (const one of options) {
    const rank = rankOf(one, wanted);
    if (rank === undefined) continue;
    const { note, address } = one.option;
    ranks[rank]?.push({ option: one.option, note: note ?? (rank === 3 ? address : undefined) });
  }
  return ranks.flat();
}

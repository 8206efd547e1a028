import { SEARCH_MAX } from "#contract/task.ts";
import { storableText } from "#contract/text.ts";
import { pageIn } from "#lib/address/addressValues.ts";

type AnyFilters = Readonly<Record<string, string>>;

/**
 * What a screen shows: its filters ("" if not set), its order ("" for the usual one), and its page
 * (from 1).
 */
export interface View<Filters = AnyFilters, Sort extends string = string> {
  filters: Filters;
  sort: Sort | "";
  page: number;
}

/** The filters and orders of a screen. */
export interface ViewSpec<Filters = AnyFilters, Sort extends string = string> {
  /** Cleans each filter's value; "" for an invalid one. In the order of the address. */
  filters: { readonly [Name in keyof Filters]: (value: string) => Filters[Name] };
  /** A filter that another one replaces, because nothing matches both. */
  replaces?: { readonly [Name in keyof Filters]?: keyof Filters };
  /** Clears filters that mean nothing beside the others. */
  clean?: (filters: Filters) => Filters;
  /** Cleans an order; "" if it is invalid or the usual one. Screens without it have one order. */
  sort?: (value: string, filters: Filters) => Sort | "";
  hasPages?: boolean;
}

/** A text to search for. */
export const searchIn = (value: string): string =>
  Array.from(storableText(value)).slice(0, SEARCH_MAX).join("").trim();

/** One of these words; "" for any other. */
export const oneOf =
  <Word extends string>(words: readonly Word[]) =>
  (value: string): Word | "" =>
    words.find((word) => word === value) ?? "";

/** Reads the query part of an address (`?status=Done&page=2`). Invalid values count as not set. */
export function readView<Filters, Sort extends string>(
  spec: ViewSpec<Filters, Sort>,
  search: string,
): View<Filters, Sort> {
  const params = new URLSearchParams(search);
  const names = Object.keys(spec.filters) as (keyof Filters & string)[];
  const values = names.map((name) => [name, spec.filters[name](params.get(name) ?? "")]);
  const read = Object.fromEntries(values) as Filters;
  const filters = spec.clean?.(read) ?? read;
  return {
    filters,
    sort: spec.sort?.(params.get("sort") ?? "", filters) ?? "",
    page: spec.hasPages ? pageIn(params.get("page")) : 1,
  };
}

/** Whether an address names a saved view and not what it shows, as links that people send do. */
export const isBareView = (search: string): boolean => /^\?view=[^&]+$/.test(search);

/** The filters that are set. */
export const setFilters = <Filters extends object>(filters: Filters): Partial<Filters> =>
  Object.fromEntries(
    Object.entries(filters).filter(([, value]) => value !== ""),
  ) as Partial<Filters>;

/** Whether any filter is set. */
export const countFilters = (filters: object): number => Object.keys(setFilters(filters)).length;

export const hasFilters = (filters: object): boolean => Object.keys(setFilters(filters)).length > 0;

/** The query part of the address of a view: "" for the first page without filters. */
export function writeView({ filters, sort, page }: View<object>): string {
  const query = new URLSearchParams({
    ...setFilters(filters),
    ...(sort && { sort }),
    ...(page > 1 && { page: String(page) }),
  }).toString();
  return query && `?${query}`;
}

export const sameFilters = <Filters extends object>(a: Filters, b: Filters): boolean =>
  (Object.keys(a) as (keyof Filters)[]).every((name) => a[name] === b[name]);

export const sameView = <Filters extends object>(a: View<Filters>, b: View<Filters>): boolean =>
  a.page === b.page && a.sort === b.sort && sameFilters(a.filters, b.filters);

import { type ReadCall, readCalls } from "#api/readCalls.ts";
import type { User } from "#contract/shapes/user.ts";
import { isAdminPage, type PageName, pagePaths } from "#lib/address/pagePaths.ts";

interface Address {
  /** The part of the path that `:id` stands for. */
  id: string;
  /** The query, with its question mark. */
  search: string;
}

type CallsOf = (address: Address) => ReadCall[] | Promise<ReadCall[]>;

/** The calls that each page sends when it opens. Other pages fetch later. */
const openingCalls: Partial<Record<PageName, CallsOf>> = {
  dashboard: () => [readCalls.stats(), readCalls.overdue()],
  board: () => [readCalls.board(), readCalls.users()],
  tasks: async ({ search }) => {
    // Only this page needs the code that reads filters in the address.
    const [{ TASK_VIEW, toTaskQuery }, { isBareView, readView }] = await Promise.all([
      import(/* webpackChunkName: "earlyFilters" */ "#features/filters/listQuery.ts"),
      import(/* webpackChunkName: "earlyFilters" */ "#lib/filters/view.ts"),
    ]);
    // The app reads the view first, which has the filters.
    if (isBareView(search)) return [readCalls.users()];
    return [readCalls.search(toTaskQuery(readView(TASK_VIEW, search))), readCalls.users()];
  },
  task: ({ id }) => [readCalls.task(id), readCalls.comments(id)],
  // With filters in the address, the app sends the call itself.
  activity: ({ search }) => (search ? [] : [readCalls.activity()]),
  profile: () => [readCalls.profile()],
  teams: () => [readCalls.teams()],
  users: ({ search }) => (search ? [] : [readCalls.userList({})]),
};

function decode(part: string): string | null {
  try {
    return decodeURIComponent(part);
  } catch {
    return null;
  }
}

/** The page at a path, and the id in it; undefined for an address that redirects. */
function pageAt(pathname: string): { page: PageName; id: string } | undefined {
  const path = pathname.toLowerCase().replace(/(?<=.)\/$/, "");
  const exact = pagePaths.find(([pattern]) => pattern === path);
  if (exact) return { page: exact[1], id: "" };
  const id = decode(/^\/tasks\/([^/]+)\/?$/i.exec(pathname)?.[1] ?? "");
  return id ? { page: "task", id } : undefined;
}

/** The calls of the page at an address, for a signed-in user. */
export async function callsAt(
  { pathname, search }: Pick<Location, "pathname" | "search">,
  user: User,
): Promise<ReadCall[]> {
  const found = pageAt(pathname);
  const isRefused = found && isAdminPage(found.page) && user.role !== "admin";
  const own = found && !isRefused ? await openingCalls[found.page]?.({ id: found.id, search }) : [];
  return [readCalls.me(), ...(own ?? [])];
}

import { ROLES, type User } from "#contract/user.ts";
import { api } from "#api/api.ts";

type Fields = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Fields => typeof value === "object" && value !== null;
const text = (value: unknown): string => (typeof value === "string" ? value : "");

/** A user of any server that keeps the contract; null without an id. */
export function normaliseUser(raw: unknown): User | null {
  if (!isObject(raw) || (typeof raw.id !== "string" && typeof raw.id !== "number")) return null;
  return {
    id: String(raw.id),
    name: text(raw.name) || text(raw.email),
    email: text(raw.email),
    role: ROLES.find((role) => role === raw.role) ?? "member",
    is_active: raw.is_active === undefined || raw.is_active === true || raw.is_active === 1,
    created_at: text(raw.created_at),
  };
}

/** Answer of GET /api/users (§7): `{ users }` or the bare list. */
export function normaliseUsers(raw: unknown): User[] {
  const list: unknown = isObject(raw) && !Array.isArray(raw) ? raw.users : raw;
  if (!Array.isArray(list)) return [];
  return list.map(normaliseUser).filter((user) => user !== null);
}

export const usersApi = api.injectEndpoints({
  endpoints: (build) => ({
    getUsers: build.query<User[], void>({
      query: () => "/api/users",
      transformResponse: normaliseUsers,
      providesTags: ["User"],
    }),
  }),
});

export const { useGetUsersQuery } = usersApi;

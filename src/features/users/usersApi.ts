import { callsOf } from "#api/api.ts";
import { addCallTexts } from "#api/callTexts.ts";
import { readCalls } from "#api/readCalls.ts";
import type { User } from "#contract/shapes/user.ts";
import { readList } from "#lib/json.ts";
import { readUser, readUserResponse } from "#session/storedUser.ts";

export const userPath = (id: User["id"]) => `/api/users/${encodeURIComponent(id)}`;

/** Reads the response of GET /api/users (§7): `{ users }` or the bare list. */
export const normaliseUsers = (raw: unknown): User[] => readList(raw, "users", readUser);

export const usersApi = callsOf("users").injectEndpoints({
  endpoints: (build) => ({
    getUsers: build.query<User[], void>({
      query: () => readCalls.users(),
      transformResponse: normaliseUsers,
      providesTags: ["User"],
    }),
    /** Null for a response without a user. */
    getUser: build.query<User | null, User["id"]>({
      query: userPath,
      transformResponse: (raw: unknown) => readUserResponse(raw),
      providesTags: ["User"],
    }),
  }),
});

addCallTexts(usersApi, { getUsers: { failure: "Failed to fetch users" } });

export const { useGetUsersQuery, useGetUserQuery } = usersApi;

import { api } from "#api/api.ts";
import { changed } from "#api/tags.ts";
import type {
  ApiToken,
  ApiTokenCreatedResponse,
  ApiTokenInput,
  ApiTokensResponse,
} from "#contract/apiToken.ts";

const URL = "/api/tokens";

/** The secret of the newest token, which must not enter the store. */
let newestSecret: { id: string; secret: string } | null = null;

/** The secret of a token that was just created. Only the first call gets it. */
export function takeSecret(id: string): string {
  const secret = newestSecret?.id === id ? newestSecret.secret : "";
  newestSecret = null;
  return secret;
}

export const apiTokensApi = api.injectEndpoints({
  endpoints: (build) => ({
    getApiTokens: build.query<ApiToken[], void>({
      query: () => URL,
      transformResponse: ({ tokens }: ApiTokensResponse) => tokens,
      providesTags: ["ApiToken"],
    }),
    createApiToken: build.mutation<ApiToken, ApiTokenInput>({
      queryFn: async (body, _api, _options, send) => {
        const { data, error } = await send({ url: URL, method: "POST", body });
        if (error) return { error };
        const { token, secret } = data as ApiTokenCreatedResponse;
        newestSecret = { id: token.id, secret };
        return { data: token };
      },
      invalidatesTags: (_response, error) => changed(error, ["ApiToken"]),
    }),
    revokeApiToken: build.mutation<unknown, ApiToken["id"]>({
      query: (id) => ({ url: `${URL}/${encodeURIComponent(id)}`, method: "DELETE" }),
      // After a refusal the list is out of date.
      invalidatesTags: ["ApiToken"],
    }),
  }),
});

export const { useGetApiTokensQuery, useCreateApiTokenMutation, useRevokeApiTokenMutation } =
  apiTokensApi;

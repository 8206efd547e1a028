import { callsOf } from "#api/api.ts";
import { addCallTexts } from "#api/callTexts.ts";
import { unlessRefused } from "#api/tags.ts";
import type {
  ApiToken,
  ApiTokenCreatedResponse,
  ApiTokenInput,
  ApiTokensResponse,
} from "#contract/apiToken.ts";
import { keepSecret } from "#lib/secretVault.ts";

const URL = "/api/tokens";

const apiTokensApi = callsOf("profile").injectEndpoints({
  endpoints: (build) => ({
    getApiTokens: build.query<ApiToken[], void>({
      query: () => URL,
      transformResponse: ({ tokens }: ApiTokensResponse) => tokens,
      providesTags: ["ApiToken"],
    }),
    createApiToken: build.mutation<ApiToken, ApiTokenInput>({
      queryFn: async (body, _api, _options, baseQuery) => {
        const { data, error } = await baseQuery({ url: URL, method: "POST", body });
        if (error) return { error };
        const { token, secret } = data as ApiTokenCreatedResponse;
        keepSecret(token.id, secret);
        return { data: token };
      },
      invalidatesTags: (_response, error) => unlessRefused(error, ["ApiToken"]),
    }),
    revokeApiToken: build.mutation<unknown, ApiToken["id"]>({
      query: (id) => ({ url: `${URL}/${encodeURIComponent(id)}`, method: "DELETE" }),
      // A refusal means that the list is out of date, so it is refetched after that, too.
      invalidatesTags: ["ApiToken"],
    }),
  }),
});

addCallTexts(apiTokensApi, {
  createApiToken: { serverFailure: "Failed to create the API token" },
  revokeApiToken: {
    success: "API token revoked",
    serverFailure: "Failed to revoke the API token",
  },
});

export const { useGetApiTokensQuery, useCreateApiTokenMutation, useRevokeApiTokenMutation } =
  apiTokensApi;

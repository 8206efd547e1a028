import { callsOf } from "#api/api.ts";
import { addCallTexts } from "#api/callTexts.ts";
import { keepSecret } from "#api/secrets.ts";
import { unlessRefused } from "#api/tags.ts";
import type { ApiTokenInput } from "#contract/apiToken.ts";
import type {
  ApiToken,
  ApiTokenCreatedResponse,
  ApiTokensResponse,
} from "#contract/shapes/apiToken.ts";

const URL = "/api/tokens";

const apiTokensApi = callsOf("profile").injectEndpoints({
  endpoints: (build) => ({
    getApiTokens: build.query<ApiToken[], void>({
      query: () => URL,
      transformResponse: ({ tokens }: ApiTokensResponse) => tokens,
      providesTags: ["ApiToken"],
    }),
    createApiToken: build.mutation<ApiToken, ApiTokenInput>({
      query: (body) => ({ url: URL, method: "POST", body }),
      transformResponse: ({ token, secret }: ApiTokenCreatedResponse) => keepSecret(token, secret),
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

import { callsOf } from "#api/api.ts";
import type { SignInOptions, SignInProvider } from "#contract/shapes/signIn.ts";
import { LOCAL_SIGN_IN_MODES } from "#contract/signIn.ts";
import { readSignInMeta } from "#features/auth/signInMeta.ts";

const isProvider = (value: unknown): value is SignInProvider => {
  const { id, label } = Object(value) as Record<string, unknown>;
  return typeof id === "string" && typeof label === "string";
};

/** The ways to sign in that a response offers; those of the specification if it is malformed. */
function readOptions(raw: unknown): SignInOptions {
  const { local_sign_in, providers, password_mail } = Object(raw) as Record<string, unknown>;
  return {
    local_sign_in: LOCAL_SIGN_IN_MODES.find((mode) => mode === local_sign_in) ?? "on",
    providers: Array.isArray(providers) ? providers.filter(isProvider) : [],
    password_mail: password_mail === true,
  };
}

/** The ways to sign in that the page contains, with "" for icons; undefined if it contains none. */
export function optionsInPage(): SignInOptions | undefined {
  const json = readSignInMeta();
  return json ? readOptions(JSON.parse(json)) : undefined;
}

const signInApi = callsOf("auth").injectEndpoints({
  endpoints: (build) => ({
    /** The ways to sign in beyond the specification's form. Another server lacks the call. */
    getSignInOptions: build.query<SignInOptions, void>({
      extraOptions: { session: "none" },
      query: () => ({ url: "/api/auth/options" }),
      transformResponse: readOptions,
    }),
  }),
});

export const { useGetSignInOptionsQuery } = signInApi;

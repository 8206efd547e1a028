import { expect, test } from "@jest/globals";
import { readConfig } from "./config.ts";
import { startWarnings } from "./startWarnings.ts";

const ADMINS = "Anyone may register as an admin: set ADMIN_REGISTRATION=closed to stop that";
const ACCOUNTS = expect.stringContaining('Anyone whom "Acme" signs in gets an account');
const providers = (fields: object) => ({
  PUBLIC_URL: "https://tasks.example",
  OIDC_PROVIDERS: JSON.stringify([
    { id: "acme", issuer: "https://id.example", client_id: "taskdeck", label: "Acme", ...fields },
  ]),
});

test.each([
  [{}, [ADMINS]],
  [{ ADMIN_REGISTRATION: "closed" }, []],
  [{ LOCAL_SIGN_IN: "off" }, []],
  [{ LOCAL_SIGN_IN: "admins" }, []],
  [{ REGISTRATION: "closed", ...providers({}) }, []],
  [{ REGISTRATION: "closed", ...providers({ create: true }) }, [ACCOUNTS]],
  [{ REGISTRATION: "closed", OIDC_CREATE_ACCOUNTS: "true", ...providers({}) }, [ACCOUNTS]],
  [{ REGISTRATION: "approval", ...providers({ create: true }) }, []],
  [
    { ADMIN_REGISTRATION: "closed", HOST: "0.0.0.0" },
    [expect.stringContaining("Any Host header is accepted")],
  ],
])("with %j the log says who gets in: %j", (env, warnings) => {
  expect(startWarnings(readConfig(env))).toEqual(warnings);
});

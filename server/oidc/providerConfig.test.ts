import { expect, test } from "@jest/globals";
import { readProviders } from "./providerConfig.ts";

const KEYCLOAK = {
  id: "keycloak",
  issuer: "https://id.example/realms/main",
  client_id: "taskdeck",
  client_secret: "a-secret-value",
  label: "Keycloak",
};

const read = (...providers: object[]) => readProviders("OIDC_PROVIDERS", JSON.stringify(providers));

test("reads a provider with defaults", () => {
  expect(read(KEYCLOAK)).toEqual([
    {
      id: "keycloak",
      issuer: "https://id.example/realms/main",
      clientId: "taskdeck",
      clientSecret: "a-secret-value",
      label: "Keycloak",
      icon: null,
      scopes: "openid email profile",
      create: undefined,
      trustEmail: false,
      sync: true,
      logout: true,
      role: undefined,
      teams: undefined,
    },
  ]);
});

test("reads the claims for role and teams", () => {
  const role = { claim: "groups", admin: ["admins"] };
  const teams = { claim: "realm_access.roles", map: { web: "Web team" } };
  expect(read({ ...KEYCLOAK, role, teams, create: false })).toMatchObject([
    { role, teams, create: false },
  ]);
});

test.each([
  [{ issuer: undefined }, "[0].issuer is missing"],
  [{ issuer: "http://id.example" }, "[0].issuer must be an https:// URL"],
  [{ issuer: "https://id.example/?a=b" }, "[0].issuer must be an https:// URL"],
  [{ id: "Key cloak" }, "[0].id must have 1 to 32 of a-z, 0-9 and -"],
  [{ client_secret: 7 }, "[0].client_secret has the wrong type"],
  [{ label: "x".repeat(61) }, "[0].label has more than 60 characters"],
  [{ icon: "https://id.example/icon.svg" }, "[0].icon must be a data: URL of an image"],
  [{ isuer: "x" }, "[0] has unknown settings: isuer"],
  [{ role: { claim: "groups" } }, "[0].role.admin is missing"],
  [{ teams: { claim: "groups", map: { web: 7 } } }, "[0].teams.map must map values"],
])("%j: the message names the setting, and holds no secret", (fields, message) => {
  const reading = () => read({ ...KEYCLOAK, ...fields });
  expect(reading).toThrow(`OIDC_PROVIDERS is invalid: ${message}`);
  expect(reading).not.toThrow("a-secret-value");
});

test("two providers need two ids", () => {
  expect(() => read(KEYCLOAK, KEYCLOAK)).toThrow("two providers have the id keycloak");
});

test.each(["{", "{}", "null", "[7]"])("%s is refused", (json) => {
  expect(() => readProviders("OIDC_FILE", json)).toThrow("OIDC_FILE is invalid: ");
});

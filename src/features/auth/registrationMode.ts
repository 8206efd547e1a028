import { REGISTRATION_MODES, type RegistrationMode } from "#contract/session.ts";

/** What the server's page says about registration; open where it says nothing. */
export function registrationMode(): RegistrationMode {
  const said = document.querySelector<HTMLMetaElement>('meta[name="registration"]')?.content;
  return REGISTRATION_MODES.find((mode) => mode === said) ?? "open";
}

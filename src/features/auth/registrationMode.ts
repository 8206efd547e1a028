import { REGISTRATION_MODES, type RegistrationMode } from "#contract/session.ts";

/** The registration mode from the index page's meta tag; "open" if there is none. */
export function registrationMode(): RegistrationMode {
  const content = document.querySelector<HTMLMetaElement>('meta[name="registration"]')?.content;
  return REGISTRATION_MODES.find((mode) => mode === content) ?? "open";
}

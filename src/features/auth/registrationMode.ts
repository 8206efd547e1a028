import { REGISTRATION_MODES, type RegistrationMode } from "#contract/session.ts";

const meta = () => document.querySelector<HTMLMetaElement>('meta[name="registration"]');

/** The registration mode from the index page's meta tag; "open" if there is none. */
export function registrationMode(): RegistrationMode {
  const content = meta()?.content;
  return REGISTRATION_MODES.find((mode) => mode === content) ?? "open";
}

/** The page may stay open after its first account was created. */
export function notFirstAnyMore(): void {
  const mode = meta();
  if (mode?.content.startsWith("first")) mode.content = "open";
}

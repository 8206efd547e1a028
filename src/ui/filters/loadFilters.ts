import { toastNotLoaded } from "#ui/toasts/toastNotLoaded.tsx";

/**
 * A function that fetches the code of filters, for their `FilterOpener`. A failure is reported. Filters whose
 * code arrives late don't take the focus from a field or a link.
 */
export const loadFilters = (part: { preload(): Promise<void> }) => (): Promise<boolean> =>
  part.preload().then(
    () => document.activeElement?.matches("input, a") !== true,
    () => toastNotLoaded("The filters could not be loaded.").then(() => false),
  );

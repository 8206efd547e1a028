import { startImportsListeners } from "#features/imports/importsListeners.ts";

export { default } from "#features/imports/ImportPage.tsx";

export const storeParts = { listeners: [startImportsListeners] };

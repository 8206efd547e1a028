import { startEarly } from "#app/early/startEarly.ts";
import { showStoredTheme } from "#lib/storedTheme.ts";

/*
 * The first script of the page: small, without React and Redux. It blocks the page for as long as it
 * runs.
 */
showStoredTheme();
startEarly();

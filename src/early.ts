import { startEarly } from "#app/early/startEarly.ts";
import { BASE_PATH } from "#lib/basePath.ts";
import { showStoredTheme } from "#lib/storedTheme.ts";

/** webpack's runtime; `p` is the folder of the app's files. */
declare const __webpack_require__: { p: string };

/*
 * The first script of the page: small, without React and Redux. It blocks the page for as long as it
 * runs.
 */
__webpack_require__.p = BASE_PATH;
showStoredTheme();
startEarly();

import { BASE_PATH } from "#lib/address/basePath.ts";
import { showStoredTheme } from "#lib/theme/storedTheme.ts";
import { runFirstScript } from "./app/early/firstScript.ts";

/** webpack's runtime; `p` is the folder of the app's files. */
declare const __webpack_require__: { p: string };

/*
 * The page's first script. It blocks the page while it runs, so it is small and has no React and no
 * Redux.
 */
__webpack_require__.p = BASE_PATH;
showStoredTheme();
runFirstScript();

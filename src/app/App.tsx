import { type ComponentType, useEffect, useState } from "react";
import { Provider } from "react-redux";
import { BrowserRouter } from "react-router-dom";
import { BASE_PATH } from "#lib/address/basePath.ts";
import { LASTING_ATTEMPTS, loadCode } from "#lib/lazyPart.tsx";
import { whenIdle } from "#lib/whenIdle.ts";
import { AppRoutes } from "./routes.tsx";
import type { AppStore } from "./store.ts";

/** The app on a store. */
export function App({ store }: { store: AppStore }) {
  return (
    <Provider store={store}>
      <BrowserRouter basename={BASE_PATH}>
        <AppRoutes />
        <LateToaster />
      </BrowserRouter>
    </Provider>
  );
}

/** Shows the toasts. Its code loads when the browser is idle; toasts from before wait for it. */
function LateToaster() {
  const [Toaster, setToaster] = useState<ComponentType>();
  useEffect(() => {
    whenIdle()
      .then(() =>
        loadCode(
          () => import(/* webpackChunkName: "toaster" */ "#ui/toasts/Toaster.tsx"),
          LASTING_ATTEMPTS,
        ),
      )
      .then(
        (code) => setToaster(() => code.Toaster),
        () => undefined,
      );
  }, []);
  return Toaster && <Toaster />;
}

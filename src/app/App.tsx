import { Provider } from "react-redux";
import { BrowserRouter } from "react-router-dom";
import { BASE_PATH } from "#lib/address/basePath.ts";
import { useIdleCode } from "#lib/lazyPart.tsx";
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

const loadToaster = () => import(/* webpackChunkName: "toaster" */ "./lateApp.ts");

/** Shows the toasts. Toasts from before its code has loaded wait for it. */
function LateToaster() {
  const code = useIdleCode(loadToaster);
  return code && <code.Toaster />;
}

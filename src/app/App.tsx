import { Provider } from "react-redux";
import { BrowserRouter } from "react-router-dom";
import { BASE_PATH } from "#lib/basePath.ts";
import { Toaster } from "#ui/Toaster.tsx";
import { AppRoutes } from "./routes.tsx";
import type { AppStore } from "./store.ts";

/** The app on a store. */
export function App({ store }: { store: AppStore }) {
  return (
    <Provider store={store}>
      <BrowserRouter basename={BASE_PATH}>
        <AppRoutes />
        <Toaster />
      </BrowserRouter>
    </Provider>
  );
}

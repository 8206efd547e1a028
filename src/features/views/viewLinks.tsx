import type { ComponentType } from "react";
import { useLocation } from "react-router-dom";
import { isBareView } from "#lib/filters/view.ts";
import { lazyPart } from "#lib/lazyPart.tsx";

const LinkedView = lazyPart(() => import(/* webpackChunkName: "views" */ "./LinkedView.tsx"));

/** A screen that opens by a link to a view: it waits until the address has what the view shows. */
export const withViewLinks = (Screen: ComponentType) =>
  function LinkedScreen() {
    return isBareView(useLocation().search) ? <LinkedView /> : <Screen />;
  };

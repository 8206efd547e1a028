import type { ComponentProps } from "react";
import { useIdleCode } from "#lib/lazyPart.tsx";
import type { ViewBar } from "./ViewBar.tsx";

const load = () => import(/* webpackChunkName: "views" */ "./ViewBar.tsx");

/** The bar of saved views, whose code loads when the page is idle. */
export function LateViewBar(props: ComponentProps<typeof ViewBar>) {
  const code = useIdleCode(load);
  return code && <code.ViewBar {...props} />;
}

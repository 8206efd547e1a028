import { useLayoutEffect } from "react";
import { useIdleCode } from "#lib/lazyPart.tsx";
import type { RowKeysProps } from "./RowKeys.tsx";

const load = () => import(/* webpackChunkName: "rowKeys" */ "./RowKeys.tsx");

/** The keys of a list (`useRowKeys`), after its first content. Until then, pressed keys wait. */
export function LateRowKeys(props: RowKeysProps) {
  const code = useIdleCode(load);
  const { list } = props;
  useLayoutEffect(() => {
    list.current?.toggleAttribute("data-late-keys", code === null);
  }, [code, list]);
  return code && <code.RowKeys {...props} />;
}

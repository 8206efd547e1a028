import { useEffect } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import { Spinner } from "#ui/button/Spinner.tsx";
import { useNamedView } from "./useViews.ts";
import { viewPath } from "./viewAddress.ts";

/** Replaces an address that only names a view by the view's own, or by its screen's if there is no such view. */
export default function LinkedView() {
  const { pathname, search } = useLocation();
  const { view, isGone } = useNamedView(search);
  const navigate = useNavigate();
  const to = view ? viewPath(view) : isGone && pathname;
  useEffect(() => {
    if (to) void navigate(to, { replace: true });
  }, [to, navigate]);
  return <Spinner data-late-search="" />;
}

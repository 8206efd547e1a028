import type { ComponentProps, MouseEvent } from "react";
import { type NavigateOptions, type To, useHref, useLinkClickHandler } from "react-router-dom";

export interface LinkProps
  extends Omit<ComponentProps<"a">, "href">,
    Pick<NavigateOptions, "replace" | "state"> {
  to: To;
}

/**
 * A link within the app, with React Router's own hooks. Its `<Link>` would also bring prefetching of
 * server-rendered routes.
 */
export function Link({ to, replace, state, target, onClick, children, ...rest }: LinkProps) {
  const href = useHref(to);
  const navigate = useLinkClickHandler(to, {
    state,
    ...(replace !== undefined && { replace }),
    ...(target !== undefined && { target }),
  });
  function handleClick(event: MouseEvent<HTMLAnchorElement>) {
    onClick?.(event);
    if (!event.defaultPrevented) navigate(event);
  }
  return (
    <a {...rest} href={href} target={target} onClick={handleClick}>
      {children}
    </a>
  );
}

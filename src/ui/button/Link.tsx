import type { ComponentProps, MouseEvent } from "react";
import {
  type NavigateOptions,
  type To,
  useHref,
  useLinkClickHandler,
  useLocation,
} from "react-router-dom";
import { stateOfLink, type TaskOrder } from "#lib/address/openedOver.ts";

export interface LinkProps
  extends Omit<ComponentProps<"a">, "href">,
    Pick<NavigateOptions, "replace"> {
  to: To;
  /** The tasks around the linked one, for the keys of the open task. */
  order?: TaskOrder;
}

/**
 * A link within the app, with React Router's own hooks. A task opens over the present screen. Its `<Link>` would also bring prefetching of
 * server-rendered routes.
 */
export function Link({ to, replace, order, target, onClick, children, ...rest }: LinkProps) {
  const href = useHref(to);
  const navigate = useLinkClickHandler(to, {
    state: stateOfLink(to, useLocation(), order),
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

import { type ComponentType, type ReactNode, lazy } from "react";
import { useLocation } from "react-router-dom";

/**
 * A page whose code is fetched when it's first shown. React remembers a failed fetch for good: here
 * it lasts for the visit in which it failed, and the next visit fetches anew.
 */
export function lazyPage(load: () => Promise<{ default: ComponentType }>): ComponentType {
  let failed = false;
  let visit: string | null = null;
  let page = lazy(tracked);

  async function tracked() {
    try {
      return await load();
    } catch (failure) {
      failed = true;
      throw failure;
    }
  }

  function pageOf(key: string) {
    if (failed && key !== visit) {
      failed = false;
      page = lazy(tracked);
    }
    visit = key;
    return page;
  }

  return function LazyPage(): ReactNode {
    const Page = pageOf(useLocation().key);
    return <Page />;
  };
}

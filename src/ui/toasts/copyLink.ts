import { toast } from "react-hot-toast/headless";

/** Copies an address, which begins at the root. Browsers offer the clipboard to pages with HTTPS only. */
export function copyLink(path: string): void {
  const write = async () => await navigator.clipboard.writeText(window.location.origin + path);
  write().then(
    () => toast.success("Link copied"),
    () => toast.error("The browser does not allow copying. The link is in the address line."),
  );
}

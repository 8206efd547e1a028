import { Webhook } from "lucide-react";
import { useSelector } from "react-redux";
import { paths } from "#lib/address/paths.ts";
import { selectHasExtensions } from "#sync/extensions/extensions.ts";
import { LinkButton } from "#ui/button/Button.tsx";

/** A link to the webhooks. A server that implements only the specification has none. */
export function WebhooksLink() {
  if (!useSelector(selectHasExtensions)) return null;
  return (
    <LinkButton to={paths.webhooks} icon={<Webhook />}>
      Webhooks
    </LinkButton>
  );
}

import { FileUp } from "lucide-react";
import { useSelector } from "react-redux";
import { paths } from "#lib/address/paths.ts";
import { selectHasExtensions } from "#sync/extensions/extensions.ts";
import { LinkButton } from "#ui/button/Button.tsx";

/** A link to the import of tasks. A server that implements only the specification has no import. */
export function ImportLink() {
  if (!useSelector(selectHasExtensions)) return null;
  return (
    <LinkButton to={paths.import} icon={<FileUp />}>
      Import
    </LinkButton>
  );
}

import { Download } from "lucide-react";
import { useSelector } from "react-redux";
import { selectHasExtensions } from "#sync/extensions/extensions.ts";
import { Button } from "#ui/button/Button.tsx";
import { useDownloadFileMutation } from "./exportsApi.ts";

/** Saves all data of the server as a JSON file, for admins. */
export function ExportEverything() {
  const hasExtensions = useSelector(selectHasExtensions);
  const [download, { isLoading }] = useDownloadFileMutation();
  if (!hasExtensions) return null;
  return (
    <Button
      icon={<Download />}
      busy={isLoading}
      title="All users, teams, tasks and comments as JSON, without passwords"
      onClick={() => void download({ url: "/api/export" })}
    >
      Export all
    </Button>
  );
}

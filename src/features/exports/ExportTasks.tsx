import { Download } from "lucide-react";
import type { ComponentProps } from "react";
import type { TaskQuery } from "#contract/task.ts";
import { IconButton } from "#ui/button/IconButton.tsx";
import { useDownloadFileMutation } from "./exportsApi.ts";

/**
 * Saves all tasks of a filter, of all its pages, as a CSV file. The button keeps its place while the
 * query is unknown.
 */
export function ExportTasks({
  query,
  size = "sm",
}: { query: TaskQuery | null } & Pick<ComponentProps<typeof IconButton>, "size">) {
  const [download, { isLoading }] = useDownloadFileMutation();
  return (
    <IconButton
      size={size}
      label="Export CSV"
      icon={<Download />}
      aria-disabled={isLoading || !query}
      aria-busy={isLoading}
      onClick={() => {
        if (!query || isLoading) return;
        const { page: _page, limit: _limit, ...params } = query;
        void download({ url: "/api/tasks/export.csv", params });
      }}
    />
  );
}

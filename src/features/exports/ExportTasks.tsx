import { Download } from "lucide-react";
import type { ComponentProps } from "react";
import type { TaskQuery } from "#contract/task.ts";
import { IconButton } from "#ui/IconButton.tsx";
import { useDownloadFileMutation } from "./exportsApi.ts";

/** Saves all tasks of a filter, of all its pages, as a CSV file. */
export function ExportTasks({
  query,
  size = "sm",
}: { query: TaskQuery } & Pick<ComponentProps<typeof IconButton>, "size">) {
  const [download, { isLoading }] = useDownloadFileMutation();
  return (
    <IconButton
      size={size}
      label="Export CSV"
      icon={<Download />}
      aria-disabled={isLoading}
      aria-busy={isLoading}
      onClick={() => {
        if (!isLoading) void download({ kind: "tasks", query });
      }}
    />
  );
}

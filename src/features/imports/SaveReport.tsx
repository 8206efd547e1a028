import { Download } from "lucide-react";
import { Button } from "#ui/button/Button.tsx";
import { useSaveReportMutation } from "./importsApi.ts";

/** Downloads the result of every row as CSV. */
export function SaveReport({ id }: { id: string }) {
  const [save, { isLoading }] = useSaveReportMutation();
  return (
    <Button icon={<Download />} busy={isLoading} onClick={() => void save(id)}>
      Download report
    </Button>
  );
}

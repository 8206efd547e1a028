import { FileUp } from "lucide-react";
import { useLocation, useNavigate } from "react-router-dom";
import { SOURCE_NAMES } from "#contract/imports.ts";
import type { ImportDetail } from "#contract/shapes/imports.ts";
import { idIn } from "#lib/address/addressValues.ts";
import { paths } from "#lib/address/paths.ts";
import { usePageTitle } from "#lib/hooks.ts";
import { countOf } from "#lib/text/formatCount.ts";
import { LoadState } from "#sync/connection/LoadState.tsx";
import { LinkButton } from "#ui/button/Button.tsx";
import { EmptyState } from "#ui/page/EmptyState.tsx";
import { PageHeader } from "#ui/page/PageHeader.tsx";
import { EarlierImports } from "./EarlierImports.tsx";
import { ImportMapping } from "./ImportMapping.tsx";
import { ImportProgress } from "./ImportProgress.tsx";
import { ImportResult } from "./ImportResult.tsx";
import { useGetImportQuery, useGetImportsQuery } from "./importsApi.ts";
import { UploadFile } from "./UploadFile.tsx";

/** The address of an import on this screen. */
const addressOf = (id: string) => ({ search: `?id=${encodeURIComponent(id)}` });

/** Imports tasks from other products, for admins. The address has the id of the chosen import. */
export default function ImportPage() {
  usePageTitle("Import");
  const id = idIn(new URLSearchParams(useLocation().search).get("id") ?? "");
  return id === "" ? <Choice /> : <OneImport key={id} id={id} />;
}

function Choice() {
  const navigate = useNavigate();
  const query = useGetImportsQuery(undefined, { refetchOnMountOrArgChange: true });
  const { data: imports } = query;
  if (imports === null) return <NoImports />;
  return (
    <>
      <PageHeader
        title="Import Tasks"
        subtitle="From Trello, Vikunja, Kanboard, Planka, GitHub or any table"
      />
      <UploadFile onUploaded={({ id }) => void navigate(addressOf(id))} />
      <LoadState
        query={query}
        loading="Loading earlier imports"
        failure="Failed to load earlier imports"
      />
      {imports && imports.length > 0 && <EarlierImports imports={imports} addressOf={addressOf} />}
    </>
  );
}

function NoImports() {
  return (
    <>
      <PageHeader title="Import Tasks" />
      <EmptyState
        icon={<FileUp />}
        title="No import here"
        text="This server can't import files."
        action={<LinkButton to={paths.tasks}>Tasks</LinkButton>}
      />
    </>
  );
}

function OneImport({ id }: { id: string }) {
  const query = useGetImportQuery(id, { refetchOnMountOrArgChange: true });
  const { data } = query;
  if (data === null) return <NoImports />;
  return (
    <>
      <PageHeader
        title="Import Tasks"
        subtitle={
          data
            ? `${data.file_name} · ${SOURCE_NAMES[data.source]} · ${countOf(data.total, "task")}`
            : "\u00a0"
        }
        actions={<LinkButton to={paths.import}>Another file</LinkButton>}
      />
      <LoadState query={query} loading="Loading the import" failure="Failed to load the import" />
      {data && <Step import={data} />}
    </>
  );
}

function Step({ import: shown }: { import: ImportDetail }) {
  switch (shown.state) {
    case "draft":
    case "checked":
      return <ImportMapping import={shown} />;
    case "running":
    case "undoing":
      return <ImportProgress import={shown} />;
    case "done":
    case "undone":
      return <ImportResult import={shown} />;
  }
}

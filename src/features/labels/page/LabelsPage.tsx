import { Tag } from "lucide-react";
import { useId, useRef, useState } from "react";
import { useSelector } from "react-redux";
import { ALWAYS_FRESH } from "#api/alwaysFresh.ts";
import { isNotOffered } from "#api/errors.ts";
import { LABEL_RESTORE_DAYS } from "#contract/label.ts";
import type { Label } from "#contract/shapes/label.ts";
import { paths } from "#lib/address/paths.ts";
import { usePageTitle } from "#lib/hooks.ts";
import { countOf } from "#lib/text/formatCount.ts";
import { useResume } from "#session/useDraft.ts";
import { LoadState } from "#sync/connection/LoadState.tsx";
import { selectMayHaveExtensions } from "#sync/extensions/extensions.ts";
import { Button, LinkButton } from "#ui/button/Button.tsx";
import { useConfirm } from "#ui/dialog/useConfirm.tsx";
import { TextInput } from "#ui/form/TextInput.tsx";
import { useFollowRow } from "#ui/lists/useFollowRow.ts";
import { Card } from "#ui/page/Card.tsx";
import { EmptyState } from "#ui/page/EmptyState.tsx";
import { PageHeader } from "#ui/page/PageHeader.tsx";
import { plain, SEARCH_FROM } from "#ui/picker/findOptions.ts";
import { LabelForm } from "./LabelForm.tsx";
import { DeletedLabelRow, LabelRow } from "./LabelRow.tsx";
import classes from "./Labels.module.css";
import {
  useDeleteLabelMutation,
  useGetDeletedLabelsQuery,
  useGetLabelCountsQuery,
  useMergeLabelMutation,
} from "./labelsAdminApi.ts";

/** The drafts of `LabelForm`: of a new label, and one for each label. */
const DRAFTS = /^label:/;

/** All labels, for admins: they rename, recolour, merge, delete and restore them. */
export default function LabelsPage() {
  usePageTitle("Labels");
  const mayHave = useSelector(selectMayHaveExtensions);
  const query = useGetLabelCountsQuery(undefined, ALWAYS_FRESH);
  const { data: deleted = [] } = useGetDeletedLabelsQuery(undefined, ALWAYS_FRESH);
  const { data: labels } = query;
  const [edited, setEdited] = useState<Label | "new" | null>(null);
  const content = useRef<HTMLDivElement>(null);
  useFollowRow(content, query.fulfilledTimeStamp, {
    groupOf: ({ parentElement }) => parentElement,
    fallback: () => document.querySelector("main h1"),
  });
  useResume(labels ? DRAFTS : undefined, (form) => {
    const label = labels?.find(({ id }) => form === `label:${id}`);
    if (label || form === "label:new") setEdited(label ?? "new");
  });
  if (!mayHave || labels === null || isNotOffered(query.error)) return <NoLabels />;
  return (
    <>
      <PageHeader
        title="Labels"
        subtitle="One set for all tasks. Anyone creates a label where it is chosen."
        actions={
          <Button variant="primary" onClick={() => setEdited("new")}>
            + New label
          </Button>
        }
      />
      <LoadState query={query} loading="Loading labels" failure="Failed to load the labels" />
      <div ref={content} className={classes.content}>
        {labels?.length === 0 && (
          <EmptyState
            icon={<Tag />}
            title="No labels yet"
            text="Labels say what tasks have in common."
          />
        )}
        {labels && labels.length > 0 && <LabelList labels={labels} onEdit={setEdited} />}
        {deleted.length > 0 && (
          <Section title={`Deleted in the last ${LABEL_RESTORE_DAYS} days`}>
            {deleted.map((label) => (
              <DeletedLabelRow key={label.id} label={label} />
            ))}
          </Section>
        )}
      </div>
      {edited && (
        <LabelForm label={edited === "new" ? undefined : edited} onClose={() => setEdited(null)} />
      )}
    </>
  );
}

function LabelList({
  labels,
  onEdit,
}: {
  labels: readonly Label[];
  onEdit: (label: Label) => void;
}) {
  const [typed, setTyped] = useState("");
  const [ask, question] = useConfirm();
  const [mergeLabel] = useMergeLabelMutation();
  const [deleteLabel] = useDeleteLabelMutation();
  const isLong = labels.length >= SEARCH_FROM;
  const wanted = isLong ? plain(typed.trim()) : "";
  const found = labels.filter(({ name }) => plain(name).includes(wanted));

  const askToMerge = (label: Label, into: Label) =>
    ask({
      title: `Merge “${label.name}” into “${into.name}”?`,
      message: `${countOf(label.tasks ?? 0, "task")} with “${label.name}” will show “${into.name}” instead.`,
      confirmLabel: "Merge",
      onConfirm: async () => void (await mergeLabel({ label, into })),
    });
  const askToDelete = (label: Label) =>
    ask({
      title: `Delete “${label.name}”?`,
      message: `${countOf(label.tasks ?? 0, "task")} will lose it. It can be restored for ${LABEL_RESTORE_DAYS} days.`,
      confirmLabel: "Delete",
      danger: true,
      onConfirm: async () => void (await deleteLabel(label)),
    });
  return (
    <>
      {isLong && (
        <TextInput
          type="search"
          aria-label="Find a label"
          placeholder="Find a label…"
          className={classes.search}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
      )}
      <Section
        title={wanted ? countOf(found.length, "label") + " found" : countOf(labels.length, "label")}
      >
        {found.map((label) => (
          <LabelRow
            key={label.id}
            label={label}
            labels={labels}
            onEdit={() => onEdit(label)}
            onMerge={(into) => askToMerge(label, into)}
            onDelete={() => askToDelete(label)}
          />
        ))}
      </Section>
      {question}
    </>
  );
}

function Section({ title, children }: { title: string; children: React.ReactNode }) {
  const id = useId();
  return (
    <Card aria-labelledby={id} className={classes.card}>
      <h2 id={id} className={classes.heading}>
        {title}
      </h2>
      <ul className={classes.rows}>{children}</ul>
    </Card>
  );
}

function NoLabels() {
  return (
    <>
      <PageHeader title="Labels" />
      <EmptyState
        icon={<Tag />}
        title="No labels here"
        text="This server has no labels."
        action={<LinkButton to={paths.tasks}>Tasks</LinkButton>}
      />
    </>
  );
}

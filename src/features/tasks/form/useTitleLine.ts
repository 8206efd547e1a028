import { useDispatch, useSelector } from "react-redux";
import { valuesOf } from "#contract/task.ts";
import { requestNewTask } from "#features/changes/actions/newTask.ts";
import type { WithChanges } from "#features/changes/queue/change.ts";
import { useLabels } from "#features/labels/useLabels.ts";
import { withLabel } from "#features/labels/withLabel.ts";
import { type ReadLine, valuesIn } from "#features/taskLine/readLine.ts";
import { useTaskLine } from "#features/taskLine/useTaskLine.ts";
import type { FieldName } from "#features/tasks/conflict/mergeTask.ts";
import { type TaskFormValues, toTaskInput } from "#features/tasks/formValues.ts";
import type { StoreDispatch } from "#session/appExtra.ts";
import { selectIsAdmin } from "#session/authSlice.ts";
import type { DraftForm } from "#session/useDraftForm.ts";
import { toastSuccess } from "#ui/toasts/toastSuccess.tsx";

/**
 * What the title of a new task says of the other fields (`useTaskLine`).
 *
 * @param isNew whether the form is for a new task; an edit takes the title as it is
 */
export function useTitleLine(
  form: DraftForm<TaskFormValues>,
  isNew: boolean,
  isPlain: boolean | undefined,
) {
  const { values, setValues } = form;
  const line = useTaskLine(values.title, isPlain);
  const isAdmin = useSelector(selectIsAdmin);
  const dispatch = useDispatch<StoreDispatch<WithChanges>>();
  const all = useLabels(false) ?? [];
  /** What a line says of the fields. Its labels are added to those of the form. */
  function saidBy(read: ReadLine, typed: TaskFormValues): Partial<TaskFormValues> {
    const { labels: _ids, ...others } = valuesIn(read);
    const labels = read.labels?.reduce(
      (ids, label) => withLabel(ids, label, all),
      valuesOf(typed.labels),
    );
    return { ...others, ...(labels && { labels: labels.join() }) };
  }
  const said = isNew ? saidBy(line.read, values) : {};
  const readTitle = (typed: TaskFormValues, read = line.readText(typed.title)) =>
    isNew ? { ...typed, title: read.title, ...saidBy(read, typed) } : typed;

  /** The user changes a field. If the title says its value, the fields get what the title says first. */
  function change(name: keyof TaskFormValues, value: string) {
    const before = name in said ? readTitle(values) : values;
    setValues({ ...before, [name]: value });
  }

  return {
    isOffering: line.offered.length > 0,
    readTitle,
    /** What the form's fields show. */
    shown: {
      /** The title of a new task; null in an edit. */
      line: isNew ? line : null,
      values: { ...values, ...said },
      change,
      fieldProps: (name: FieldName) => ({
        ...form.fieldProps(name),
        ...(name in said && {
          value: said[name],
          onChange: ({ target }: { target: { value: string } }) => change(name, target.value),
        }),
      }),
    },
    /** Creates the tasks of the pasted lines, with the values of the other fields. */
    async createOffered(onAllCreated: () => void): Promise<void> {
      let count = 0;
      const rest = await line.createOffered((read) => {
        const input = toTaskInput(readTitle(values, read), { mode: "create", isAdmin });
        const { title, assignee_id = null, ...task } = input;
        dispatch(requestNewTask(title, { ...task, assignee_id }));
        count += 1;
      });
      if (count > 0) toastSuccess(count === 1 ? "1 task added" : `${count} tasks added`);
      if (rest) setValues({ ...values, title: rest });
      else if (count > 0) onAllCreated();
    },
  };
}

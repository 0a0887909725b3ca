import { FormattedMessage, useIntl } from 'react-intl';
import { LineField } from '../../components/fields/line-field.tsx';
import { SwitchField } from '../../components/fields/switch-field.tsx';
import { useExecute, useNotify, useSignedInData } from '../../console/context.ts';
import { useReportChange } from '../../console/row-changes.ts';
import { check } from '../../resources/constraints.ts';
import {
  reportBoardConstraints,
  reportBoardOperations,
  reportBoards,
  type ReportBoard,
} from '../../resources/report-boards.ts';
import { EditorDialog } from '../record/editor-dialog.tsx';
import { useEditor } from '../record/use-editor.ts';
import { useFaultText } from '../use-fault-text.ts';

interface BoardDraft {
  readonly name: string;
  readonly shared: boolean;
}
type Saved = { readonly id: number };

interface Props {
  /** Null: a new board. */
  readonly board: ReportBoard | null;
  readonly onClosed: (id: number | null) => void;
}

/** Creates or updates a board, and announces the outcome. */
const useSave = (board: ReportBoard | null) => {
  const execute = useExecute();
  const notify = useNotify();
  const reportChange = useReportChange();
  return async ({ name, shared }: BoardDraft, key: string, signal: AbortSignal): Promise<Saved> => {
    const input = { name: name.trim(), shared };
    const { saved } =
      board === null
        ? await execute(reportBoardOperations.create, { input, idempotency_key: key }, signal)
        : await execute(
            reportBoardOperations.update,
            { id: board.id, input: { ...input, updated_at: board.updated_at } },
            signal,
          );
    notify({ kind: 'SUCCESS', message: 'report_board.saved', values: { name: input.name } });
    reportChange(reportBoards);
    return { id: board?.id ?? saved?.id ?? 0 };
  };
};

/** Form of a board: its name and whether it is shared. Only its owner may stop sharing it. */
const BoardForm = ({ board, onClosed }: Props) => {
  const intl = useIntl();
  const faultText = useFaultText();
  const { profile } = useSignedInData();
  const save = useSave(board);
  const editor = useEditor<BoardDraft, Saved>({
    id: null,
    blank: { name: board?.name ?? '', shared: board?.shared ?? false },
    check: ({ name }) => check({ name: name.trim() }, { name: reportBoardConstraints.name }),
    save: ({ draft, key }, signal) => save(draft, key, signal),
    onClosed: saved => onClosed(saved?.id ?? null),
  });
  const { draft, faults, change, leave } = editor;
  return (
    <EditorDialog
      title={<FormattedMessage id={board === null ? 'report_board.create' : 'report_board.settings'} />}
      editor={editor}
      shown={() => null}
    >
      <LineField
        kind="text"
        name="name"
        label={intl.formatMessage({ id: 'report_board.name' })}
        required
        mark={intl.formatMessage({ id: 'form.required' })}
        value={draft.name}
        faults={faultText(faults['name'])}
        onChange={name => change('name', String(name))}
        onLeave={() => leave('name')}
      />
      {(board === null || board.user_id === profile.id) && (
        <SwitchField
          name="shared"
          label={intl.formatMessage({ id: 'view.share' })}
          value={draft.shared}
          onChange={shared => change('shared', shared)}
        />
      )}
    </EditorDialog>
  );
};
export default BoardForm;

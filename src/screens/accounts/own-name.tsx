import { FormattedMessage, useIntl } from 'react-intl';
import { failureOf } from '../../../machines/failure.ts';
import { LineField } from '../../components/fields/line-field.tsx';
import { useExecute, useSignedInData, useNotify } from '../../console/context.ts';
import { check } from '../../resources/constraints.ts';
import { nameConstraint, userQuery, users, userUpdate } from '../../resources/users.ts';
import { EditorDialog } from '../record/editor-dialog.tsx';
import { useEditor } from '../record/use-editor.ts';
import { useFaultText } from '../use-fault-text.ts';
import { useReportRecordChange } from '../record/use-record.ts';

interface Draft {
  readonly user_name: string;
  readonly updated_at: string;
}
const BLANK: Draft = { user_name: '', updated_at: '' };

/** Dialog in which users change their own name; administrators change all other fields. */
export const OwnName = ({ onClosed }: { readonly onClosed: () => void }) => {
  const intl = useIntl();
  const execute = useExecute();
  const notify = useNotify();
  const reportChange = useReportRecordChange(users);
  const faultText = useFaultText();
  const {
    profile: { id },
  } = useSignedInData();
  const label = intl.formatMessage({ id: 'column.user_name' });
  const editor = useEditor<Draft, object>({
    id: String(id),
    blank: BLANK,
    guarded: true,
    onClosed,
    check: ({ user_name }) => check({ user_name: user_name.trim() }, { user_name: nameConstraint }),
    load: async (_, signal) => {
      const { one } = await execute(userQuery, { id }, signal);
      if (!one) throw failureOf({ kind: 'missing', code: 'not_found' });
      return { user_name: one.user_name, updated_at: one.updated_at };
    },
    save: async ({ draft, original }, signal) => {
      await execute(
        userUpdate,
        { id, input: { user_name: draft.user_name.trim(), updated_at: original.updated_at } },
        signal,
      );
      reportChange([id]);
      notify({ kind: 'SUCCESS', message: 'record.saved' });
      return {};
    },
  });
  const { draft, faults, change, leave } = editor;
  return (
    <EditorDialog
      title={<FormattedMessage id="account.name" />}
      editor={editor}
      shown={({ field, mine, theirs }) =>
        field === 'user_name' ? { label, mine: String(mine), theirs: String(theirs) } : null
      }
    >
      <LineField
        kind="text"
        name="user_name"
        label={label}
        required
        mark={intl.formatMessage({ id: 'form.required' })}
        value={draft.user_name}
        faults={faultText(faults['user_name'])}
        onChange={name => change('user_name', String(name))}
        onLeave={() => leave('user_name')}
      />
    </EditorDialog>
  );
};

import type { ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';
import { Dialog } from '../../components/dialog.tsx';
import { Failed, RowsAwaited } from '../../components/states.tsx';
import { useFailureText } from '../../console/texts.ts';
import type { Editor } from './use-editor.ts';
import './record.css';

interface Props<Draft extends object> {
  readonly title: ReactNode;
  readonly editor: Editor<Draft>;
  readonly children: ReactNode;
}

/** A record in a dialog, as its editor stands: awaited, unavailable, edited, overtaken by somebody else, or about to be given up. */
export const EditorDialog = <Draft extends object>({ title, editor, children }: Props<Draft>) => {
  const failureText = useFailureText();
  const { is, failure, busy, send, form } = editor;
  if (is === 'opening' || is === 'unavailable') {
    return (
      <Dialog title={title} busy={busy} onClose={() => send('close')}>
        <div className="tp-dialog-body">
          {is === 'unavailable' && failure ? <Failed trouble={failure} onAgain={() => send('again')} /> : <RowsAwaited rows={5} />}
        </div>
      </Dialog>
    );
  }
  const saving = is === 'saving' || is === 'renewing';
  return (
    // A dialog of its own beside that of the awaited record: so the focus goes to the first field once there are fields.
    <Dialog key="open" title={title} busy={busy} onClose={() => send(is === 'leaving' ? 'keep' : 'close')}>
      <form ref={form} noValidate onSubmit={event => { event.preventDefault(); send('save'); }}>
        <div className="tp-dialog-body" inert={is === 'conflict' || is === 'leaving'}>
          {failure && is !== 'conflict' && <p className="form-failure" role="alert" tabIndex={-1}>{failureText(failure)}</p>}
          {children}
        </div>
        {is === 'conflict' ? (
          <Question title={<FormattedMessage id="editor.conflict" />} hint={<FormattedMessage id="editor.conflict.hint" />}>
            <Choice label="editor.leave.keep" onClick={() => send('keep')} />
            <Choice label="editor.conflict.reload" onClick={() => send('reload')} />
            <Choice label="editor.conflict.overwrite" onClick={() => send('overwrite')} primary />
          </Question>
        ) : is === 'leaving' ? (
          <Question title={<FormattedMessage id="editor.leave" />}>
            <Choice label="editor.leave.discard" onClick={() => send('discard')} />
            <Choice label="editor.leave.keep" onClick={() => send('keep')} primary />
          </Question>
        ) : (
          <div className="tp-dialog-foot">
            <Choice label="role.cancel" onClick={() => send('close')} />
            <button type="submit" className="p-button" aria-disabled={busy}>
              {saving && <span className="spinner" aria-hidden="true" />}
              <FormattedMessage id={saving ? 'role.saving' : 'role.save'} />
            </button>
          </div>
        )}
      </form>
    </Dialog>
  );
};

const Question = ({ title, hint, children }: { readonly title: ReactNode; readonly hint?: ReactNode; readonly children: ReactNode }) => (
  <div className="tp-dialog-foot tp-question" role="alert">
    <div>
      <strong>{title}</strong>
      {hint !== undefined && <p>{hint}</p>}
    </div>
    {children}
  </div>
);

const Choice = ({ label, onClick, primary = false }: { readonly label: string; readonly onClick: () => void; readonly primary?: boolean }) => (
  <button type="button" className={primary ? 'p-button' : 'p-button p-button-outlined'} onClick={onClick}><FormattedMessage id={label} /></button>
);

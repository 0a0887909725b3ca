import type { ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';
import type { Difference } from '../../../machines/conflict.ts';
import { Dialog } from '../../components/dialog.tsx';
import { NotLoaded } from '../../components/states.tsx';
import { FailureNote } from '../failure-note.tsx';
import { ConflictView } from './conflict-view.tsx';
import { FaultCount } from './fault-count.tsx';
import type { Editor } from './use-editor.ts';
import './record.css';

interface Props<Draft extends object> {
  readonly title: ReactNode;
  readonly editor: Editor<Draft>;
  /**
   * How a conflict names a field and shows its value; null: it is no field that people know of (a version).
   */
  readonly shown: (
    difference: Difference,
  ) => { readonly label: string; readonly mine: ReactNode; readonly theirs: ReactNode } | null;
  readonly children: ReactNode;
}

/** The record is awaited, or cannot be had. */
const AwaitedDialog = <Draft extends object>({ title, editor }: Pick<Props<Draft>, 'title' | 'editor'>) => {
  const { is, failure, busy, send } = editor;
  return (
    <Dialog title={title} busy={busy} onClose={() => send('close')}>
      <div className="tp-dialog-body">
        <NotLoaded failure={is === 'unavailable' ? failure : null} onAgain={() => send('again')} rows={5} />
      </div>
    </Dialog>
  );
};

/** What can be done in the state of the editor: edit, decide about a conflict, or leave without saving. */
const EditorFoot = <Draft extends object>({ editor }: { readonly editor: Editor<Draft> }) => {
  const { is, busy, send, form, faults, draft } = editor;
  if (is === 'conflict')
    return (
      <div className="tp-dialog-foot">
        <Choice label="editor.conflict.back" onClick={() => send('keep')} />
        <button type="submit" className="p-button">
          <FormattedMessage id="editor.conflict.save" />
        </button>
      </div>
    );
  if (is === 'leaving')
    return (
      <div className="tp-dialog-foot tp-question" role="alert">
        <strong>
          <FormattedMessage id="editor.leave" />
        </strong>
        <Choice label="editor.leave.discard" onClick={() => send('discard')} />
        <Choice label="editor.leave.keep" onClick={() => send('keep')} primary />
      </div>
    );
  const saving = is === 'saving' || is === 'comparing';
  return (
    <div className="tp-dialog-foot">
      <FaultCount count={Object.keys(faults).length} fields={Object.keys(draft).length} form={form} />
      <Choice label="editor.cancel" onClick={() => send('close')} />
      <button type="submit" className="p-button" aria-disabled={busy}>
        {saving && <span className="spinner" aria-hidden="true" />}
        <FormattedMessage id={saving ? 'editor.saving' : 'editor.save'} />
      </button>
    </div>
  );
};

/**
 * A record in a dialog, by the state of its editor: loading, unavailable, edited, changed by another user, or
 * about to be discarded.
 */
export const EditorDialog = <Draft extends object>({ title, editor, shown, children }: Props<Draft>) => {
  const { is, failure, busy, send, form } = editor;
  if (is === 'recalling' || is === 'opening' || is === 'unavailable')
    return <AwaitedDialog title={title} editor={editor} />;
  return (
    // Separate from the dialog of the loading record: so the focus moves to the first field once there are
    // fields.
    <Dialog key="open" title={title} busy={busy} onClose={() => send(is === 'leaving' ? 'keep' : 'close')}>
      <form
        ref={form}
        noValidate
        onSubmit={event => {
          event.preventDefault();
          send('save');
        }}
      >
        {is === 'conflict' ? (
          <ConflictView differences={editor.differences} shown={shown} onTake={editor.take} />
        ) : (
          <div className="tp-dialog-body" inert={is === 'leaving'}>
            {failure && <FailureNote failure={failure} />}
            {children}
          </div>
        )}
        <EditorFoot editor={editor} />
      </form>
    </Dialog>
  );
};

const Choice = ({
  label,
  onClick,
  primary = false,
}: {
  readonly label: string;
  readonly onClick: () => void;
  readonly primary?: boolean;
}) => (
  <button type="button" className={primary ? 'p-button' : 'p-button p-button-outlined'} onClick={onClick}>
    <FormattedMessage id={label} />
  </button>
);

import { useEffect, useRef, type ReactNode, type RefObject } from 'react';
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
  /** Label of the button that saves; default: "Save". */
  readonly action?: string | undefined;
  /** Label and values of a difference in a conflict; null: not a field that users know (the version). */
  readonly shown: (
    difference: Difference,
  ) => { readonly label: string; readonly mine: ReactNode; readonly theirs: ReactNode } | null;
  readonly children: ReactNode;
}

/** Dialog while the record is loading or unavailable. */
const AwaitedDialog = <Draft extends object>({ title, editor }: Pick<Props<Draft>, 'title' | 'editor'>) => {
  const { is, failure, busy, send } = editor;
  return (
    <Dialog title={title} busy={busy} onClose={() => send('close')}>
      <div className="tp-dialog-body">
        <NotLoaded failure={is === 'unavailable' ? failure : null} onAgain={() => send('retry')} rows={5} />
      </div>
    </Dialog>
  );
};

/** Commands by the state of the editor: editing, conflict, or leaving without saving. */
const EditorFoot = <Draft extends object>({ editor, action }: Pick<Props<Draft>, 'editor' | 'action'>) => {
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
        <Choice label="editor.leave.keep" onClick={() => send('keep')} primary focused />
      </div>
    );
  const saving = is === 'saving' || is === 'comparing';
  return (
    <div className="tp-dialog-foot">
      <FaultCount count={Object.keys(faults).length} fields={Object.keys(draft).length} form={form} />
      <Choice label="editor.cancel" onClick={() => send('close')} />
      <button type="submit" className="p-button" aria-disabled={busy}>
        {saving && <span className="spinner" aria-hidden="true" />}
        {action ?? <FormattedMessage id={saving ? 'editor.saving' : 'editor.save'} />}
      </button>
    </div>
  );
};

/**
 * Returns a function that remembers the focused field of the form. A question takes the focus from the field,
 * as it makes the form inert or replaces it; the field of that name gets it back when editing goes on.
 */
const useFocusAfterQuestion = (isConfirming: boolean, form: RefObject<HTMLFormElement | null>) => {
  const remembered = useRef<HTMLElement>(null);
  useEffect(() => {
    if (!isConfirming) return undefined;
    const element = form.current;
    return () => {
      const before = remembered.current;
      if (before?.isConnected === true) return before.focus();
      const fields = [...(element?.querySelectorAll<HTMLInputElement>('.tp-dialog-body [name]') ?? [])];
      const sameName = fields.find(({ name }) => name === before?.getAttribute('name'));
      (sameName ?? fields[0])?.focus();
    };
  }, [isConfirming, form]);
  return (field: HTMLElement): void => {
    remembered.current = field;
  };
};

/**
 * Record form in a dialog, by the state of its editor: loading, unavailable, editing, conflict with another
 * user's change, or leaving with unsaved input.
 */
export const EditorDialog = <Draft extends object>({
  title,
  editor,
  action,
  shown,
  children,
}: Props<Draft>) => {
  const { is, failure, busy, send, form } = editor;
  const rememberField = useFocusAfterQuestion(is === 'leaving' || is === 'conflict', form);
  if (is === 'recalling' || is === 'opening' || is === 'unavailable')
    return <AwaitedDialog title={title} editor={editor} />;
  return (
    // Another key than the loading dialog, so that a new dialog focuses its first field.
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
          <div
            className="tp-dialog-body"
            inert={is === 'leaving'}
            onFocus={({ target }) => rememberField(target)}
          >
            {failure && <FailureNote failure={failure} />}
            {children}
          </div>
        )}
        <EditorFoot editor={editor} action={action} />
      </form>
    </Dialog>
  );
};

const Choice = ({
  label,
  onClick,
  primary = false,
  focused = false,
}: {
  readonly label: string;
  readonly onClick: () => void;
  readonly primary?: boolean;
  /** Takes the focus when it appears. */
  readonly focused?: boolean;
}) => {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (focused) button.current?.focus();
  }, [focused]);
  return (
    <button
      ref={button}
      type="button"
      className={primary ? 'p-button' : 'p-button p-button-outlined'}
      onClick={onClick}
    >
      <FormattedMessage id={label} />
    </button>
  );
};

import { FormattedMessage, useIntl } from 'react-intl';
import { Button } from '../../components/button.tsx';
import { useFormatter } from '../../components/use-formatter.ts';
import type { Editor } from './use-editor.ts';

/** Offers to restore the draft of an earlier form that was left without saving. */
export const RestoreOffer = <Draft extends object>({
  editor: { stored, send, form },
}: {
  readonly editor: Editor<Draft>;
}) => {
  const intl = useIntl();
  const format = useFormatter();
  if (stored === null) return null;
  // The focused offer is removed, so the focus moves to the first field, one frame later: a focused field
  // keeps the text that it had on focus, which must be the restored draft's.
  const settle = (how: 'restore' | 'forget') => {
    send(how);
    requestAnimationFrame(() =>
      form.current?.querySelector<HTMLElement>(':is(input, textarea, select)')?.focus(),
    );
  };
  return (
    <div className="tp-restore" role="status">
      <span>
        <FormattedMessage
          id="editor.draft"
          values={{
            time: format('time', new Date(stored.at).toISOString()),
            count: Object.keys(stored.fields).length,
          }}
        />
      </span>
      <span className="tp-restore-actions">
        <Button
          label={intl.formatMessage({ id: 'editor.draft.restore' })}
          tone="primary"
          onClick={() => settle('restore')}
        />
        <Button label={intl.formatMessage({ id: 'editor.leave.discard' })} onClick={() => settle('forget')} />
      </span>
    </div>
  );
};

import { FormattedMessage, useIntl } from 'react-intl';
import { Button } from '../../components/button.tsx';
import { useFormatter } from '../../components/use-formatter.ts';
import type { Editor } from './use-editor.ts';

/** Reports that an earlier form was left without saving, and restores its draft. */
export const RestoreOffer = <Draft extends object>({
  editor: { stored, send, form },
}: {
  readonly editor: Editor<Draft>;
}) => {
  const intl = useIntl();
  const format = useFormatter();
  if (stored === null) return null;
  // The offer disappears while it has the focus: the focus moves to the form's start, once it shows the
  // restored draft; a field preserves the text that it has when it gets the focus.
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
          id="editor.kept"
          values={{
            time: format('time', new Date(stored.at).toISOString()),
            count: Object.keys(stored.fields).length,
          }}
        />
      </span>
      <span className="tp-restore-ways">
        <Button
          label={intl.formatMessage({ id: 'editor.kept.restore' })}
          tone="primary"
          onClick={() => settle('restore')}
        />
        <Button label={intl.formatMessage({ id: 'editor.leave.discard' })} onClick={() => settle('forget')} />
      </span>
    </div>
  );
};

import { FormattedMessage, useIntl } from 'react-intl';
import { Button } from '../../components/button.tsx';
import { useFormatter } from '../../components/use-formatter.ts';
import type { Editor } from './use-editor.ts';

/** Says that an earlier form was left without saving, and brings back what was typed into it. */
export const RestoreOffer = <Draft extends object>({
  editor: { stored, send, form },
}: {
  readonly editor: Editor<Draft>;
}) => {
  const intl = useIntl();
  const format = useFormatter();
  if (stored === null) return null;
  // The offer goes away under the focus: the form goes on where it began, once it shows what was brought
  // back; a field keeps the text that it gets the focus with.
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

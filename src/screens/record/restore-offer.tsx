import { FormattedMessage, useIntl } from 'react-intl';
import { Button } from '../../components/button.tsx';
import { useFormatter } from '../../components/use-formatter.ts';
import type { Offer } from './use-kept-draft.ts';

/** Says that an earlier form was left without saving, and brings back what was typed into it. */
export const RestoreOffer = ({ kept, restore, forget }: Offer) => {
  const intl = useIntl();
  const format = useFormatter();
  return (
    <div className="tp-restore" role="status">
      <span><FormattedMessage id="editor.kept" values={{ time: format('time', new Date(kept.at).toISOString()), count: Object.keys(kept.fields).length }} /></span>
      <span className="tp-restore-ways">
        <Button label={intl.formatMessage({ id: 'editor.kept.restore' })} tone="primary" onClick={restore} />
        <Button label={intl.formatMessage({ id: 'editor.leave.discard' })} onClick={forget} />
      </span>
    </div>
  );
};

import { FormattedMessage, useIntl } from 'react-intl';
import { Button } from '../../components/button.tsx';

/** Line below a chart whose notes could not be loaded; the chart itself is complete. */
const NotesFailure = ({ onReload }: { readonly onReload: () => void }) => {
  const intl = useIntl();
  return (
    <p className="tp-note" role="status">
      <FormattedMessage id="day_note.not_loaded" />{' '}
      <Button label={intl.formatMessage({ id: 'state.retry' })} onClick={onReload} />
    </p>
  );
};
export default NotesFailure;

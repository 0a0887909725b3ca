import { FormattedMessage } from 'react-intl';
import { Button } from '../../../components/button.tsx';
import { Icon } from '../../../components/icon.tsx';
import { useTranslate } from '../report/use-report.ts';

interface Props {
  readonly count: number;
  /** Whether a selected ad has an adjustment. */
  readonly adjusted: boolean;
  readonly onAdjust: () => void;
  readonly onUnadjust: () => void;
  readonly onClear: () => void;
}

/** Number of the selected ads, and the commands for their shares. */
export const SelectedAdsBar = ({ count, adjusted, onAdjust, onUnadjust, onClear }: Props) => {
  const translate = useTranslate();
  return (
    <span className="tp-selection" role="group" aria-label={translate('list.selected_actions')}>
      <strong role="status">
        <FormattedMessage id="list.selected" values={{ count }} />
      </strong>
      <Button
        label={translate('allocation.adjust_selected')}
        icon={<Icon name="edit" />}
        onClick={onAdjust}
      />
      {adjusted && <Button label={translate('allocation.unadjust')} onClick={onUnadjust} />}
      <button type="button" className="tp-quiet" onClick={onClear}>
        {translate('list.clear_selection')}
      </button>
    </span>
  );
};

import { FormattedMessage } from 'react-intl';
import type { SelectionBar } from './types.ts';

/**
 * Area of the selection's commands. It is reserved before the first row is selected, so that rows do not move
 * under the pointer; on narrow screens it is below the rows, as it takes several lines.
 * @param empty there is no row to select
 */
export const SelectionPlace = ({ bar, hint, empty }: SelectionBar & { readonly empty: boolean }) => (
  <div className="tp-selection-place">
    {bar ??
      (!empty && (
        <div className="tp-selection-hint">{hint ?? <FormattedMessage id="grid.select_hint" />}</div>
      ))}
  </div>
);

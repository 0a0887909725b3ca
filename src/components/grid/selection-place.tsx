import { FormattedMessage } from 'react-intl';
import type { SelectionBar } from './types.ts';

/**
 * Where the commands of the picked rows are. The place is there before the first row is picked, so that no
 * row moves from under the pointer;
 * on a phone it is below the rows, as it takes several lines there.
 *
 * @param empty there is no row that could be picked
 */
export const SelectionPlace = ({ bar, hint, empty }: SelectionBar & { readonly empty: boolean }) => (
  <div className="tp-selection-place">
    {bar ??
      (!empty && <div className="tp-selection-hint">{hint ?? <FormattedMessage id="grid.pick_hint" />}</div>)}
  </div>
);

import { useIntl } from 'react-intl';
import { Icon } from '../../components/icon.tsx';
import type { Condition } from '../../resources/filter.ts';
import type { FilterWords } from './use-filters.ts';

interface Props {
  readonly words: FilterWords;
  readonly conditions: readonly Condition[];
  readonly onEdit: (condition: Condition, chip: HTMLElement) => void;
  readonly onRemove: (condition: Condition) => void;
  readonly onClear: () => void;
}

/** The conditions as chips: a press on the text edits the condition, the cross removes it. */
export const FilterBar = ({ words, conditions, onEdit, onRemove, onClear }: Props) => {
  const intl = useIntl();
  return (
    <ul className="tp-chips" aria-label={intl.formatMessage({ id: 'filter.active' })}>
      {conditions.map(condition => {
        const sentence = words.sentence(condition);
        return (
          <li
            key={`${condition.field}__${condition.op}`}
            className="tp-chip"
            data-unknown={condition.unknown}
          >
            {condition.unknown === true ? (
              <span title={intl.formatMessage({ id: 'filter.unknown_hint' })}>{sentence}</span>
            ) : (
              <button
                type="button"
                aria-haspopup="dialog"
                title={intl.formatMessage({ id: 'filter.edit' })}
                onClick={event => onEdit(condition, event.currentTarget)}
              >
                {sentence}
              </button>
            )}
            <button
              type="button"
              aria-label={intl.formatMessage({ id: 'filter.remove' }, { filter: sentence })}
              onClick={() => onRemove(condition)}
            >
              <Icon name="close" />
            </button>
          </li>
        );
      })}
      <li>
        <button type="button" className="tp-quiet" onClick={onClear}>
          {intl.formatMessage({ id: 'filter.clear' })}
        </button>
      </li>
    </ul>
  );
};

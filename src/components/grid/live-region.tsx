import { useIntl } from 'react-intl';
import type { GridColumn, GridProps } from './types.ts';

interface Props<Row extends object> extends Pick<GridProps<Row>, 'sort' | 'selected' | 'quick'> {
  readonly visible: readonly GridColumn<Row>[];
  readonly found: number;
  readonly moved: string;
}

/**
 * Live regions that announce changed sorting, selection, search results and column positions to screen
 * readers.
 */
export const GridLiveRegion = <Row extends object>({
  sort,
  selected,
  quick = '',
  visible,
  found,
  moved,
}: Props<Row>) => {
  const intl = useIntl();
  const by = visible.find(column => column.field === sort?.field);
  const sentences = [
    by === undefined
      ? ''
      : intl.formatMessage(
          { id: sort?.descending === true ? 'grid.sorted_descending' : 'grid.sorted_ascending' },
          { column: by.label },
        ),
    selected === undefined || selected.size === 0
      ? ''
      : intl.formatMessage({ id: 'grid.selected' }, { count: selected.size }),
    quick === '' ? '' : intl.formatMessage({ id: 'grid.found' }, { count: found }),
    moved,
  ];
  return (
    <>
      {sentences.map((sentence, index) => (
        <span key={index} className="visually-hidden" role="status">
          {sentence}
        </span>
      ))}
    </>
  );
};

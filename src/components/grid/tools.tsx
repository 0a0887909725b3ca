import { Suspense, useState, type ReactNode } from 'react';
import { useIntl } from 'react-intl';
import { Button } from '../button.tsx';
import { Icon } from '../icon.tsx';
import { ColumnChooser } from './lazy-menus.ts';
import { QuickField } from './quick-field.tsx';
import type { GridProps } from './types.ts';

interface Props<Row extends object> extends Pick<
  GridProps<Row>,
  'columns' | 'columnSets' | 'onHidden' | 'quick' | 'onQuick' | 'tools' | 'lead'
> {
  readonly caption: ReactNode;
  /** The search field received the focus, so that indexing can begin. */
  readonly onSeek: () => void;
  readonly hidden: readonly string[];
  readonly hiddenAtFirst: readonly string[];
}

/** Toolbar above a grid: the number of rows, the search field and the choice of columns. */
export const GridTools = <Row extends object>({
  lead,
  caption,
  columns,
  hidden,
  hiddenAtFirst,
  columnSets,
  onHidden,
  quick = '',
  onQuick,
  onSeek,
  tools,
}: Props<Row>) => {
  const intl = useIntl();
  const [opener, setOpener] = useState<HTMLElement | null>(null);
  return (
    <div className="tp-tools">
      {lead}
      <span className="tp-caption">{caption}</span>
      {onQuick !== undefined && (
        <QuickField
          label={intl.formatMessage({ id: 'grid.quick' })}
          value={quick}
          onChange={onQuick}
          onFocus={onSeek}
        />
      )}
      {tools !== undefined && <span className="tp-tools-more">{tools}</span>}
      {onHidden !== undefined && (
        <Button
          label={intl.formatMessage({ id: 'grid.columns' })}
          icon={<Icon name="columns" />}
          opens
          onClick={setOpener}
        />
      )}
      <Suspense>
        {opener !== null && onHidden !== undefined && (
          <ColumnChooser
            columns={columns}
            hidden={hidden}
            hiddenAtFirst={hiddenAtFirst}
            sets={columnSets}
            anchor={opener}
            onHidden={onHidden}
            onClose={() => setOpener(null)}
          />
        )}
      </Suspense>
    </div>
  );
};

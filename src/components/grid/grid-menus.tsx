import type { Open } from './commands.ts';
import { ColumnMenu } from './menu.tsx';
import { OverflowPopover } from './overflow-popover.tsx';
import { RowMenu } from './row-menu.tsx';
import type { GridState } from './use-grid.ts';

interface Props<Row extends object> {
  readonly grid: GridState<Row>;
  readonly opened: Open<Row>;
}

/** The open column menu, row menu or overflow popover. */
export const GridMenus = <Row extends object>({ grid, opened }: Props<Row>) => {
  const { props, act, visible, open } = grid;
  const onClose = () => open(null);
  if (opened.kind === 'row')
    return (
      <RowMenu row={opened.row} actions={props.actions ?? []} anchor={opened.anchor} onClose={onClose} />
    );
  if (opened.kind === 'whole')
    return (
      <OverflowPopover
        {...opened}
        {...(props.onCopied !== undefined && { onCopied: props.onCopied })}
        onClose={onClose}
      />
    );
  const { column, anchor } = opened;
  const isFirst = column === visible[0];
  return (
    <ColumnMenu
      column={column}
      anchor={anchor}
      sort={props.sort ?? null}
      width={grid.widthOf({ kind: 'data', name: column.field, column })}
      onSort={props.onSort}
      onWidth={wanted => act.resize(column, wanted)}
      canStep={step => grid.canStep(column.field, step)}
      onStep={step => act.stepField(column.field, step)}
      pinned={grid.pinned}
      canPin={!isFirst && column !== visible.at(-1)}
      onPin={grid.pin}
      onHide={props.onHidden === undefined || isFirst ? null : () => act.hide(column)}
      onClose={onClose}
    />
  );
};

import type { Identified } from '../../resources/resource.ts';
import { Pager } from './pager.tsx';
import { SelectionBar } from './selection-bar.tsx';
import type { ListModel } from './use-list-model.ts';
import { withChanges } from './view.ts';

interface FootProps<Row extends Identified, Draft extends object> {
  readonly model: ListModel<Row, Draft>;
  readonly hasPager: boolean;
  /** Opens the bulk change of the selected rows. */
  readonly onChangeMany: () => void;
}

/** Commands of the selection, and the pager. */
export const ListFoot = <Row extends Identified, Draft extends object>({
  model: { resource, address, list, rights, runCommand },
  hasPager,
  onChangeMany,
}: FootProps<Row, Draft>) => {
  const { remove, restore } = resource.operations;
  const { search, go } = address;
  return (
    <footer className="tp-list-foot" {...(rights.select && { 'data-selectable': true })}>
      {(list.selected.length > 0 || list.gathering) && (
        <SelectionBar
          list={list}
          canRemove={remove !== undefined}
          canRestore={restore !== undefined}
          onAct={runCommand}
          onChange={rights.changeMany ? onChangeMany : null}
        />
      )}
      {hasPager && (
        <Pager
          page={search.page}
          size={search.size}
          count={list.count}
          onPage={page => go({ ...search, page })}
          onSize={size => go(withChanges(search, { size }))}
        />
      )}
    </footer>
  );
};

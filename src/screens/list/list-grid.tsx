import { lazy, Suspense, useMemo, type ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { cards } from '../../components/grid/cards.ts';
import { DataGrid } from '../../components/grid/grid.tsx';
import type { Identified } from '../../resources/resource.ts';
import { useCopied } from '../use-copy-notice.ts';
import { SearchBox } from './search-box.tsx';
import type { ListModel } from './use-list-model.ts';
import { shownOf, type useListSearch } from './use-list-search.ts';
import { withChanges } from './view.ts';

const Tools = lazy(() => import('./tools.tsx'));

interface SearchBarProps extends Pick<ReturnType<typeof useListSearch>, 'search' | 'go'> {
  readonly onAgain: () => void;
  /** The button that adds a condition. */
  readonly addCondition: ReactNode;
  /** Rows of the list can be deleted, and shown nevertheless. */
  readonly deletable: boolean;
}

/** Search field, button that adds a condition, and switch for deleted rows where there may be any. */
const SearchBar = ({ search, go, onAgain, addCondition, deletable }: SearchBarProps) => {
  const intl = useIntl();
  return (
    <div className="tp-bar" role="search">
      <SearchBox
        label={intl.formatMessage({ id: 'list.search' })}
        text={search.search}
        onRepeat={() => (search.page === 1 ? onAgain() : go(withChanges(search, {})))}
        onSearch={text =>
          go(withChanges(search, { search: text }), { replace: search.search !== '' && text !== '' })
        }
      />
      {addCondition}
      {deletable && (
        <label className="check">
          <input
            type="checkbox"
            checked={search.deleted}
            onChange={event => go(withChanges(search, { deleted: event.target.checked }))}
          />
          <FormattedMessage id="list.show_deleted" />
        </label>
      )}
    </div>
  );
};

/** Properties of the grid for columns and their arrangement. */
const arrangementProps = ({ arrangement, arrange }: ReturnType<typeof useListSearch>) => ({
  hidden: arrangement.hidden,
  hiddenAtFirst: arrangement.hiddenAtFirst,
  onHidden: arrange.hide,
  ...(arrangement.order.length > 0 && { order: arrangement.order }),
  onOrder: arrange.order,
  widths: arrangement.widths,
  onWidths: arrange.widths,
  pinned: arrangement.pinned,
  onPinned: arrange.pin,
});

interface Props<Row extends Identified, Draft extends object> {
  readonly model: ListModel<Row, Draft>;
  readonly title: string;
  /** Content instead of rows: the reason why there are none. */
  readonly instead: ReactNode;
  /** Row as it is shown; absent: as it was loaded. */
  readonly shownRow?: ((row: Row) => Row) | undefined;
}

/** Saved views, link and download of the list. */
const ListTools = <Row extends Identified, Draft extends object>({
  model,
}: Pick<Props<Row, Draft>, 'model'>) => {
  const { resource, address, query, list } = model;
  const { name, path = name } = resource;
  const { shape, go, explicit, arrangement } = address;
  return (
    <Suspense>
      <Tools
        name={name}
        shape={shape}
        go={go}
        path={path}
        search={explicit}
        query={query}
        selected={list.selected}
        columns={shownOf(shape.columns, arrangement)}
      />
    </Suspense>
  );
};

/** Rows of a list with its search, conditions and tools. */
export const ListGrid = <Row extends Identified, Draft extends object>({
  model,
  title,
  instead,
  shownRow,
}: Props<Row, Draft>) => {
  const { resource, address, conditions, list, navigation, rights } = model;
  const { search, go } = address;
  const { count } = list;
  const rows = useMemo(
    () => (shownRow === undefined ? list.rows : (list.rows?.map(shownRow) ?? null)),
    [list.rows, shownRow],
  );
  const copied = useCopied();
  const selected = useMemo(() => new Set(list.selected.map(String)), [list.selected]);
  return (
    <DataGrid
      label={title}
      words={resource.name}
      columns={model.columns}
      rows={rows}
      rowKey={row => String(row.id)}
      busy={list.is === 'loading'}
      instead={instead}
      presorted
      sort={model.sort}
      onSort={next => go(withChanges(search, { sort: next }))}
      firstRow={(search.page - 1) * search.size}
      {...(count !== null && { totalRows: count })}
      {...arrangementProps(address)}
      actions={model.actions}
      deleted={row => !row.status}
      onCopied={copied}
      {...(rights.select && {
        selected,
        onSelect: (keys: ReadonlySet<string>) => list.select([...keys].map(Number)),
      })}
      {...(navigation.link !== null && { link: navigation.link })}
      tools={<ListTools model={model} />}
      caption={
        count !== null && instead === undefined && <FormattedMessage id="grid.rows" values={{ count }} />
      }
      note={conditions.bar}
      cards={cards}
      lead={
        <SearchBar
          search={search}
          go={go}
          onAgain={list.reload}
          addCondition={conditions.add}
          deletable={resource.write !== undefined}
        />
      }
    />
  );
};

import { lazy, Suspense, type ComponentType } from 'react';
import { ANALYSIS_PAGES, type AnalysisPage } from '../../analyses/pages.ts';
import { RowsPlaceholder } from '../../components/states.tsx';
import { stringifySearch, type RawSearch } from '../../console/address.ts';
import type { BoardItem } from '../../../machines/board-items.ts';
import type { ViewedReport } from './board-views.ts';

interface ItemProps {
  readonly raw: RawSearch;
  readonly item: BoardItem;
}

const ComposedItem = lazy(async () => ({ default: (await import('./composed-item.tsx')).ComposedItem }));
const CustomItem = lazy(async () => ({ default: (await import('./item-report.tsx')).CustomItem }));

/** The components of declared analyses by the addresses of their pages; each is loaded when it is first shown. */
const DECLARED_ITEMS: Readonly<Record<string, ComponentType<ItemProps>>> = Object.fromEntries(
  (ANALYSIS_PAGES as readonly AnalysisPage[]).flatMap(({ to, load }) => {
    if (load === undefined) return [];
    const loadItem = async () => {
      const [{ AnalysisItem }, { analysis }] = await Promise.all([import('./item-report.tsx'), load()]);
      return { default: (props: ItemProps) => <AnalysisItem analysis={analysis} {...props} /> };
    };
    return [[to, lazy(loadItem)]];
  }),
);

/** The report of an item, which loads with its declaration. */
export const ItemContent = ({
  report,
  item,
  name,
}: {
  readonly report: ViewedReport;
  readonly item: BoardItem;
  readonly name: string;
}) => {
  const { page, custom, search, isComposed } = report;
  const Declared = DECLARED_ITEMS[page.to];
  return (
    <Suspense fallback={<RowsPlaceholder rows={4} />}>
      {/* The server reads the saved address, so a changed one is another query. */}
      {isComposed && <ComposedItem key={stringifySearch(search)} item={item} name={name} />}
      {!isComposed && Declared !== undefined && <Declared raw={search} item={item} />}
      {custom !== null && <CustomItem page={custom} raw={search} item={item} />}
    </Suspense>
  );
};

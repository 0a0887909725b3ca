import type { BoardItem } from '../../../machines/board-items.ts';
import { Failed, RowsPlaceholder } from '../../components/states.tsx';
import { useLocale } from '../../console/context.ts';
import { useProduct } from '../../console/product.ts';
import { reportBoardOperations } from '../../resources/report-boards.ts';
import { useReportQueryState } from '../use-query.ts';
import { BoardFigures } from './board-figures.tsx';

/** What an item shows of an analysis with rows of its own: the server composes it, as for shared and mailed boards. */
export const ComposedItem = ({ item, name }: { readonly item: BoardItem; readonly name: string }) => {
  const { view_id: id, kind, metric } = item;
  const { locale } = useLocale();
  const { answer, failure, busy, reload } = useReportQueryState(reportBoardOperations.figures, {
    id,
    kind,
    product_id: useProduct().id,
    locale,
    ...(metric !== null && { metric }),
  });
  const figures = answer?.one ?? null;
  if (failure !== null) return <Failed failure={failure} onAgain={reload} />;
  if (figures === null) return <RowsPlaceholder rows={kind === 'figure' ? 1 : 6} />;
  return (
    <div className={busy ? 'tp-dim' : undefined} aria-busy={busy}>
      <BoardFigures figures={figures} kind={kind} name={name} notShown="report_board.not_shown" />
    </div>
  );
};

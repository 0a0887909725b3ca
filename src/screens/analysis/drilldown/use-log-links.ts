import { useNavigate } from '@tanstack/react-router';
import { useIntl } from 'react-intl';
import type { ReportRow } from '../../../analyses/analysis.ts';
import type { Days } from '../../../components/days.ts';
import type { RowAction } from '../../../components/grid/types.ts';
import { useLevel } from '../../../console/context.ts';
import { logSearchOf } from './log-search.ts';
import type { AnalysisSearch } from '../search/search.ts';

interface DrillDownOptions {
  readonly analysis: { readonly chart: { readonly over: 'items' | 'time' } };
  readonly search: AnalysisSearch;
  readonly days: Days;
  readonly productId: number;
}

/** Row actions that open the events of a row in the logs that the user may read. */
export const useDrill = <Row extends ReportRow>({
  analysis,
  search,
  days,
  productId,
}: DrillDownOptions): readonly RowAction<Row>[] => {
  const intl = useIntl();
  const navigate = useNavigate();
  const contacts = useLevel('interaction_log') !== 'none';
  const conversions = useLevel('cv_log') !== 'none';
  const to = (path: string, row: Row) =>
    void navigate({
      to: path,
      search: { product_id: String(productId), ...logSearchOf(analysis, row, search, days) },
    } as never);
  const logAction = (id: string, path: string): RowAction<Row> => ({
    id,
    label: intl.formatMessage({ id: `log_link.${id}` }),
    icon: 'table',
    offered: row => logSearchOf(analysis, row, search, days) !== null,
    run: row => to(path, row),
  });
  return [
    ...(contacts ? [logAction('contacts', '/log/reference')] : []),
    ...(conversions ? [logAction('conversions', '/log/cv')] : []),
  ];
};

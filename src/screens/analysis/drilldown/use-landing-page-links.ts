import { useMemo } from 'react';
import type { LpoRow } from '../../../analyses/lpo.ts';
import type { RowAction } from '../../../components/grid/types.ts';
import { useLevel } from '../../../console/context.ts';
import { withCondition } from '../../../resources/filter.ts';
import { useLinkTarget } from '../../log/use-row-links.ts';
import { logSearchOf } from './log-search.ts';
import { writeAnalysisSearch } from '../search/write-search.ts';
import type { ReportContext } from '../report/context.ts';
import { useTranslate } from '../report/use-report.ts';

const OVER_ADS = { chart: { over: 'items' } } as const;

/**
 * Row actions of a landing page: its ad in the logs, which have no filter by page; the report of that ad
 * only; the settings of its redirect.
 */
export const useLandingPageLinks = <Row extends LpoRow>({
  search,
  go,
  days,
}: Pick<ReportContext, 'search' | 'go' | 'days'>): readonly RowAction<Row>[] => {
  const translate = useTranslate();
  const { follow } = useLinkTarget();
  const contacts = useLevel('interaction_log') !== 'none';
  const conversions = useLevel('cv_log') !== 'none';
  return useMemo((): readonly RowAction<Row>[] => {
    const logOf = ({ ad_id: ad }: Row) =>
      ad === null
        ? null
        : logSearchOf(OVER_ADS, { key: String(ad) }, { ...search, axis: 'ad', by: null }, days);
    const log = (id: string, path: string): RowAction<Row> => ({
      id,
      label: translate(`lpo.link.${id}`),
      icon: 'table',
      offered: row => logOf(row) !== null,
      run: row => {
        const logSearch = logOf(row);
        if (logSearch !== null) follow({ path, search: logSearch });
      },
    });
    return [
      ...(contacts ? [log('contacts', '/log/reference')] : []),
      ...(conversions ? [log('conversions', '/log/cv')] : []),
      {
        id: 'alone',
        label: translate('lpo.link.filter_ad'),
        icon: 'filter',
        offered: row =>
          row.ad_id !== null &&
          !search.conditions.some(({ field, value }) => field === 'ad_id' && value === String(row.ad_id)),
        run: row =>
          go(
            writeAnalysisSearch({
              conditions: withCondition(
                search.conditions,
                { field: 'ad_id', op: 'exact', value: String(row.ad_id) },
                null,
              ),
            }),
          ),
      },
      {
        id: 'redirect',
        label: translate('lpo.link.redirect'),
        icon: 'network',
        offered: row => row.redirect_id !== null,
        run: row => follow({ path: '/ad/redirect-setting', search: { q: String(row.redirect_id) } }),
      },
    ];
  }, [translate, follow, contacts, conversions, search, go, days]);
};

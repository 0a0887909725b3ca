import { useMemo } from 'react';
import { useIntl } from 'react-intl';
import type { GridColumn } from '../../components/grid/types.ts';
import { ads } from '../../resources/ads.ts';
import { metricColumn } from '../analysis/report/figures.ts';
import { useWords } from '../use-words.ts';
import { FIGURES, type WorkingAd } from './working-ads.ts';

/** Columns of the ads: properties, and figures of the period. */
export const useAdColumns = (): readonly GridColumn<WorkingAd>[] => {
  const intl = useIntl();
  const words = useWords(ads.name);
  return useMemo(() => {
    const translate = (id: string, values?: Readonly<Record<string, string | number>>) =>
      intl.formatMessage({ id }, values);
    const column = (
      field: GridColumn<WorkingAd>['field'],
      format: GridColumn<WorkingAd>['format'],
      size?: number,
    ): GridColumn<WorkingAd> => ({
      field,
      format,
      label: words.column(field),
      ...(size !== undefined && { size }),
      sortable: true,
    });
    return [
      column('name', 'text', 264),
      column('id', 'id', 88),
      column('asp_name', 'text', 136),
      column('ad_category_name', 'text', 136),
      column('agency_name', 'text', 136),
      column('period_from', 'day'),
      column('period_to', 'day'),
      ...FIGURES.map(metric => ({ ...metricColumn<WorkingAd>(metric, translate), sortable: true })),
    ];
  }, [intl, words]);
};

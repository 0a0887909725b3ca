import { AXES, MODELS, type Analysis, type Axis, type Model, type ReportRow } from '../../analyses/analysis.ts';
import type { RawSearch } from '../../console/address.ts';
import { readPeriod, type PeriodSearch } from '../period.ts';

export interface AnalysisSearch extends PeriodSearch {
  readonly axis: Axis;
  /** Null: the product's own. */
  readonly model: Model | null;
  readonly sort: { readonly field: string; readonly descending: boolean } | null;
}

/** The question in an analysis' address; what is absent or wrong is the default. A sort reads `-cv` or `label`; `none` is the server's order. */
export const readAnalysisSearch = <Row extends ReportRow>(analysis: Analysis<Row>) => (raw: RawSearch): AnalysisSearch => {
  const axis = analysis.axes.find(name => name === raw['axis'] || String(AXES[name]) === raw['axis']);
  const [, minus, field] = /^(-?)(\w+)$/.exec(raw['sort'] ?? '') ?? [];
  const known = field === 'label' || analysis.columns.some(column => column.metric === field);
  return {
    ...readPeriod(raw, '30'),
    axis: axis ?? analysis.axes[0] ?? 'ad',
    model: analysis.models ? MODELS.find(model => model === raw['model']) ?? null : null,
    sort: raw['sort'] === 'none' ? null : field !== undefined && known ? { field, descending: minus === '-' } : { field: analysis.sort, descending: true },
  };
};

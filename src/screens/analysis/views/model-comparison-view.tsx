import { useMemo } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { Model } from '../../../analyses/analysis.ts';
import {
  MEASURES,
  modelComparison,
  shareField,
  type Measure,
  type ModelsBasis,
  type ModelsReport,
  type ModelsRow,
} from '../../../analyses/model-comparison.ts';
import { metrics } from '../../../analyses/metrics.ts';
import type { ChartShape } from '../../../components/chart/shape.ts';
import { Choice } from '../../../components/choice.tsx';
import type { GridColumn } from '../../../components/grid/types.ts';
import { useAddress, type RawSearch } from '../../../console/address.ts';
import { present } from '../../../resources/row.ts';
import { useReportQueryState } from '../../use-query.ts';
import { logSearchOf } from '../drilldown/log-search.ts';
import { inUnit, kindName, named, NO_CONTACT, type Translate } from '../report/figures.ts';
import { OwnPanels } from '../report/own-panels.tsx';
import { sortFrom, sortInto } from '../report/table-sort.ts';
import { ReportBar } from '../search/report-bar.tsx';
import type { Navigate, ReportContext } from '../report/context.ts';
import { useModelConversions } from '../drilldown/use-model-conversions.tsx';
import { useTranslate } from '../report/use-report.ts';

const readMeasure = (raw: RawSearch): { readonly measure: Measure; readonly sort: string } => ({
  measure: MEASURES.find(one => one === raw['measure']) ?? MEASURES[0],
  sort: raw['sort'] ?? '',
});

const OVER = { chart: { over: 'items' } } as const;

const columnsOf = (
  measure: Measure,
  context: ReportContext,
  translate: Translate,
): readonly GridColumn<ModelsRow>[] => [
  {
    field: 'label',
    format: 'text',
    label: kindName(OVER, { ...context.search, by: null }, translate),
    size: 216,
    sortable: true,
  },
  {
    field: 'clicks',
    format: 'count',
    label: translate('metric.clicks.name'),
    help: translate('metric.clicks.help'),
    group: translate('group.contact'),
    sortable: true,
  },
  ...modelComparison.models.map((model): GridColumn<ModelsRow> => ({
    field: shareField(measure, model),
    format: metrics[measure].format,
    label: translate(`model.${model}`),
    help: translate(`model.${model}.help`),
    size: 112,
    sortable: true,
    group: translate(modelComparison.fromData(model) ? 'models.from_data' : 'models.by_rule'),
  })),
  {
    field: 'removal_effect',
    format: 'percent',
    label: translate('models.removal_effect'),
    help: translate('models.removal_effect.help'),
    group: translate('models.from_data'),
    sortable: true,
  },
];

const shapeOf = (
  rows: readonly ModelsRow[],
  measure: Measure,
  context: ReportContext,
  translate: Translate,
): ChartShape => {
  const largest = rows
    .filter(({ key }) => key !== NO_CONTACT)
    .toSorted((a, b) => (b[shareField(measure, '1')] ?? 0) - (a[shareField(measure, '1')] ?? 0))
    .slice(0, modelComparison.top);
  return {
    kind: 'bars',
    format: metrics[measure].format,
    title: translate('models.chart', {
      name: inUnit(translate(`metric.${measure}.name`), metrics[measure].format, translate),
      count: largest.length,
    }),
    axis: kindName(OVER, { ...context.search, by: null }, translate),
    categories: largest.map(({ label }) => label),
    series: modelComparison.models.map((model: Model) => ({
      name: translate(`model.${model}`),
      values: largest.map(row => row[shareField(measure, model)] ?? null),
    })),
  };
};

const useModelsTable = (report: ModelsReport | null, measure: Measure, context: ReportContext) => {
  const translate = useTranslate();
  const rows = useMemo(
    () =>
      report === null
        ? null
        : present(report.rows).map(row => named(row, { axis: context.search.axis, by: null }, translate)),
    [report, context.search.axis, translate],
  );
  const totals = useMemo(
    () =>
      report?.totals
        ? ({ ...report.totals, key: 'total', label: '', removal_effect: null } as ModelsRow)
        : null,
    [report],
  );
  const columns = useMemo(() => columnsOf(measure, context, translate), [measure, context, translate]);
  const shape = useMemo(
    () => (rows === null ? null : shapeOf(rows, measure, context, translate)),
    [rows, measure, context, translate],
  );
  return { rows, totals, columns, shape };
};

const MeasureChoice = ({ measure, go }: { readonly measure: Measure; readonly go: Navigate }) => {
  const translate = useTranslate();
  return (
    <Choice
      label={translate('models.measure')}
      value={measure}
      open
      options={MEASURES.map(value => ({ value, label: translate(`metric.${value}.name`) }))}
      onChange={chosen =>
        go({ measure: chosen === MEASURES[0] ? undefined : chosen, sort: undefined }, { replace: true })
      }
    />
  );
};

/**
 * The credit of every model side by side, and the data from which the two data-driven models are computed.
 */
export const ModelsView = ({ context }: { readonly context: ReportContext }) => {
  const translate = useTranslate();
  const [{ measure, sort: sortText }, go] = useAddress(readMeasure);
  const { product_id, from, to, axis, where } = context.query;
  const parameters = {
    product_id,
    from,
    to,
    ...(axis !== undefined && { axis }),
    ...(where !== undefined && { where }),
  };
  const query = useReportQueryState(modelComparison.operation, parameters);
  const { answer, failure } = query;
  const report = answer?.report ?? null;
  const { rows, totals, columns, shape } = useModelsTable(report, measure, context);
  const drillDown = useModelConversions({
    parameters,
    rows,
    totals,
    watermark: report?.watermark ?? null,
    contactsOf: row => logSearchOf(OVER, row, { ...context.search, by: null }, context.days),
  });
  const sort = useMemo(
    () => sortFrom(columns, sortText, shareField(measure, '1')),
    [columns, sortText, measure],
  );
  return (
    <>
      <ReportBar
        context={context}
        file={{ path: modelComparison.path, parameters, columns: columns.map(({ field }) => field), sort }}
        waited={query}
      />
      <OwnPanels
        context={context}
        title={translate('analysis.attribution.view.models')}
        note={context.note}
        query={query}
        report={report}
        columns={columns}
        leads={shareField(measure, '1')}
        rows={rows}
        totals={totals}
        chart={{ kind: 'comparison', categories: modelComparison.top, series: modelComparison.models.length }}
        shape={shape}
        drillDown={drillDown.figures}
        sort={sort}
        onSort={sortInto(go)}
        chooser={<MeasureChoice measure={measure} go={go} />}
      />
      {report !== null && failure === null && <Explained basis={report.basis} />}
      {drillDown.dialog}
    </>
  );
};

/** Explanation of each model, and the data of the two data-driven ones. */
const Explained = ({ basis }: { readonly basis: ModelsBasis | null }) => {
  const intl = useIntl();
  return (
    <section className="tp-panel tp-models" aria-labelledby="models-explained">
      <h2 id="models-explained">
        <FormattedMessage id="models.explained" />
      </h2>
      <dl>
        {modelComparison.models.map(model => (
          <div key={model}>
            <dt>{intl.formatMessage({ id: `model.${model}` })}</dt>
            <dd>{intl.formatMessage({ id: `model.${model}.help` })}</dd>
          </div>
        ))}
      </dl>
      {basis !== null && (
        <p className="tp-note">
          <FormattedMessage
            id="models.basis"
            values={{
              conversions: basis.conversions,
              without: basis.journeys_without,
              states: basis.states,
              most: basis.gathered_from,
            }}
          />
        </p>
      )}
      <p className="tp-note">
        <FormattedMessage id="models.exact" />
      </p>
    </section>
  );
};

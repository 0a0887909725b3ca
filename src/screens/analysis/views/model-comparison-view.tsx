import { useMemo } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { Model } from '../../../analyses/analysis.ts';
import {
  MEASURES,
  modelComparison,
  readShownModels,
  replaceModel,
  shareField,
  withDifference,
  writeShownModels,
  type ModelsBasis,
  type ModelsReport,
  type ModelsRow,
  type ShownModels,
} from '../../../analyses/model-comparison.ts';
import { Choice } from '../../../components/choice.tsx';
import { useAddress, type RawSearch } from '../../../console/address.ts';
import { present } from '../../../resources/row.ts';
import { useReportQueryState } from '../../use-query.ts';
import { logSearchOf } from '../drilldown/log-search.ts';
import { named } from '../report/figures.ts';
import { OwnPanels } from '../report/own-panels.tsx';
import { sortFrom, sortInto } from '../report/table-sort.ts';
import { ReportBar } from '../search/report-bar.tsx';
import type { Navigate, ReportContext } from '../report/context.ts';
import { useModelConversions } from '../drilldown/use-model-conversions.tsx';
import { useTranslate } from '../report/use-report.ts';
import {
  columnsOf,
  expectedChart,
  fileOf,
  modelsOf,
  OVER,
  shapeOf,
  type Compared,
} from './model-comparison-table.ts';

const read = (raw: RawSearch) => ({
  measure: MEASURES.find(one => one === raw['measure']) ?? MEASURES[0],
  shown: readShownModels(raw['models']),
  sort: raw['sort'] ?? '',
});

const useModelsTable = (
  report: ModelsReport | null,
  { measure, shown }: Compared,
  context: ReportContext,
) => {
  const translate = useTranslate();
  const rows = useMemo(
    () =>
      report === null
        ? null
        : present(report.rows).map(row =>
            withDifference(named(row, { axis: context.search.axis, by: null }, translate), measure, shown),
          ),
    [report, measure, shown, context.search.axis, translate],
  );
  const totals = useMemo(
    () =>
      report?.totals
        ? ({
            ...withDifference(report.totals, measure, shown),
            key: 'total',
            label: '',
            removal_effect: null,
          } as ModelsRow)
        : null,
    [report, measure, shown],
  );
  const columns = useMemo(
    () => columnsOf({ measure, shown }, context, translate),
    [measure, shown, context, translate],
  );
  const shape = useMemo(
    () => (rows === null ? null : shapeOf(rows, { measure, shown }, context, translate)),
    [rows, measure, shown, context, translate],
  );
  return { rows, totals, columns, shape };
};

const EXTENTS = ['two', 'all'] as const;

interface ChooserProps extends Compared {
  readonly go: Navigate;
}

/** Choice of the shown models: two of them, or all. */
const ModelChoices = ({ shown, go }: ChooserProps) => {
  const translate = useTranslate();
  const show = (models: ShownModels) =>
    go({ models: writeShownModels(models), sort: undefined }, { replace: true });
  const options = modelComparison.models.map(value => ({ value, label: translate(`model.${value}`) }));
  return (
    <>
      <Choice
        label={translate('models.extent')}
        value={shown === 'all' ? 'all' : 'two'}
        open
        options={EXTENTS.map(value => ({ value, label: translate(`models.extent.${value}`) }))}
        onChange={extent => show(extent === 'all' ? 'all' : readShownModels(undefined))}
      />
      {shown !== 'all' &&
        (['first', 'second'] as const).map((place, index) => (
          <Choice
            key={place}
            label={translate(`models.${place}`)}
            value={shown[index] ?? shown[0]}
            options={options}
            onChange={model => show(replaceModel(shown, place, model))}
          />
        ))}
    </>
  );
};

const Chooser = ({ measure, shown, go }: ChooserProps) => {
  const translate = useTranslate();
  return (
    <>
      <ModelChoices measure={measure} shown={shown} go={go} />
      <Choice
        label={translate('models.measure')}
        value={measure}
        open
        options={MEASURES.map(value => ({ value, label: translate(`metric.${value}.name`) }))}
        onChange={chosen =>
          go({ measure: chosen === MEASURES[0] ? undefined : chosen, sort: undefined }, { replace: true })
        }
      />
    </>
  );
};

/**
 * The credit of two models with their difference, or of every model side by side, and the data from which the
 * two data-driven models are computed.
 */
export const ModelsView = ({ context }: { readonly context: ReportContext }) => {
  const translate = useTranslate();
  const [{ measure, shown: shownNow, sort: sortText }, go] = useAddress(read);
  // The pair is a new array with every reading of the address.
  const shownText = shownNow.toString();
  const shown = useMemo(() => readShownModels(shownText), [shownText]);
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
  const { rows, totals, columns, shape } = useModelsTable(report, { measure, shown }, context);
  const drillDown = useModelConversions({
    parameters,
    measure,
    shown,
    rows,
    totals,
    watermark: report?.watermark ?? null,
    contactsOf: row => logSearchOf(OVER, row, { ...context.search, by: null }, context.days),
  });
  const leads = shown === 'all' ? shareField(measure, modelComparison.models[0]) : 'difference';
  const sort = useMemo(() => sortFrom(columns, sortText, leads), [columns, sortText, leads]);
  return (
    <>
      <ReportBar
        context={context}
        file={fileOf(parameters, { measure, shown }, columns, sort)}
        waited={query}
      />
      <OwnPanels
        context={context}
        title={translate('analysis.attribution.view.models')}
        note={context.note}
        query={query}
        report={report}
        columns={columns}
        leads={leads}
        rows={rows}
        totals={totals}
        chart={expectedChart(shown)}
        shape={shape}
        drillDown={drillDown.figures}
        sort={sort}
        onSort={sortInto(go)}
        chooser={<Chooser measure={measure} shown={shown} go={go} />}
      />
      {report !== null && failure === null && <Explained basis={report.basis} models={modelsOf(shown)} />}
      {drillDown.dialog}
    </>
  );
};

/** Explanation of each model, and the data of the two data-driven ones. */
const Explained = ({
  basis,
  models,
}: {
  readonly basis: ModelsBasis | null;
  readonly models: readonly Model[];
}) => {
  const intl = useIntl();
  return (
    <section className="tp-panel tp-models" aria-labelledby="models-explained">
      <h2 id="models-explained">
        <FormattedMessage id="models.explained" />
      </h2>
      <dl>
        {models.map(model => (
          <div key={model}>
            <dt>{intl.formatMessage({ id: `model.${model}` })}</dt>
            <dd>{intl.formatMessage({ id: `model.${model}.help` })}</dd>
          </div>
        ))}
      </dl>
      {basis !== null && models.some(modelComparison.fromData) && (
        <p className="tp-note">
          <FormattedMessage
            id="models.basis"
            values={{
              conversions: basis.conversions,
              without: basis.journeys_without,
              states: basis.states,
              most: basis.max_states,
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

import { useMemo } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { ALL_MODELS, type Model } from '../../../analyses/analysis.ts';
import {
  isFromData,
  MEASURES,
  modelComparison,
  readShownModels,
  replaceModel,
  shareField,
  withDifference,
  writeShownModels,
  type Compared,
  type ModelsBasis,
  type ModelsReport,
  type ModelsRow,
  type ShownModels,
} from '../../../analyses/model-comparison.ts';
import { Choice } from '../../../components/choice.tsx';
import { present } from '../../../resources/row.ts';
import { logSearchOf } from '../drilldown/log-search.ts';
import { useMarked } from '../report/deleted-entries.ts';
import { named } from '../report/figures.ts';
import type { Navigate, ReportContext } from '../report/context.ts';
import { useModelConversions } from '../drilldown/use-model-conversions.tsx';
import { OwnReport } from '../report/own-report.tsx';
import { useOwnReport } from '../report/use-own-report.ts';
import { useTranslate } from '../report/use-report.ts';
import type { ViewProps } from './views.ts';
import { columnsOf, expectedChart, fileOf, modelsOf, shapeOf } from './model-comparison-table.ts';

const useModelsTable = (
  report: ModelsReport | null,
  { measure, shown }: Compared,
  context: ReportContext,
) => {
  const translate = useTranslate();
  const { axis } = context.search;
  const namedRows = useMemo(
    () =>
      report === null
        ? null
        : present(report.rows).map(row =>
            withDifference(named(row, { axis, by: null }, translate), measure, shown),
          ),
    [report, measure, shown, axis, translate],
  );
  const rows = useMarked(namedRows, { axis, by: null }, translate);
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
  const options = ALL_MODELS.map(value => ({ value, label: translate(`model.${value}`) }));
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
export const ModelsView = ({ host }: ViewProps) => {
  const shown = useOwnReport(modelComparison, host);
  const { context, report, own, go } = shown;
  const { measure } = own;
  // The pair is a new array with every reading of the address.
  const pairText = own.shown.toString();
  const pair = useMemo(() => readShownModels(pairText), [pairText]);
  const compared = { measure, shown: pair };
  const { rows, totals, columns, shape } = useModelsTable(report, compared, context);
  const drillDown = useModelConversions({
    ...compared,
    parameters: shown.shared,
    rows,
    totals,
    watermark: report?.watermark ?? null,
    contactsOf: row => logSearchOf(modelComparison, row, context.search, context.days),
  });
  const leads = pair === 'all' ? shareField(measure, ALL_MODELS[0]) : 'difference';
  return (
    <>
      <OwnReport
        shown={shown}
        columns={columns}
        rows={rows}
        totals={totals}
        chart={expectedChart(pair)}
        shape={shape}
        leads={leads}
        usualSort={leads}
        fileOf={file => fileOf(file, compared)}
        drillDown={drillDown.figures}
        chooser={<Chooser {...compared} go={go} />}
      />
      {report !== null && shown.query.failure === null && (
        <Explained basis={report.basis} models={modelsOf(pair)} />
      )}
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
      {basis !== null && models.some(isFromData) && (
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

import { useMemo, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { AXES, MODELS, type Analysis, type ReportRow } from '../../analyses/analysis.ts';
import { Button } from '../../components/button.tsx';
import { Chart } from '../../components/chart/chart.tsx';
import { Choice } from '../../components/choice.tsx';
import { DateRange } from '../../components/date-range.tsx';
import { daysOf } from '../../components/days.ts';
import { DataGrid } from '../../components/grid/grid.tsx';
import { Icon } from '../../components/icon.tsx';
import { Empty, Failed } from '../../components/states.tsx';
import { useToday } from '../../components/use-today.ts';
import { useAddress } from '../../console/address.ts';
import { useProduct } from '../../console/product.ts';
import { present } from '../../resources/row.ts';
import { writePeriod } from '../period.ts';
import '../screens.css';
import { useCopied } from '../use-copied.ts';
import { useHidden } from '../use-hidden.ts';
import { useInquiry } from '../use-inquiry.ts';
import { columnsOf, named, shapeOf, type Say } from './figures.ts';
import { Footing } from './footing.tsx';
import { readAnalysisSearch } from './search.ts';
import { useBehindAddress } from './use-behind-address.tsx';

/** The product's own model, as a choice beside the five. */
const PRODUCTS_OWN = '';

/** An analysis over items: its question, which the address owns, and the answer as a chart and a table with its footing. */
export const AnalysisScreen = <Row extends ReportRow>({ analysis }: { readonly analysis: Analysis<Row> }) => {
  const intl = useIntl();
  const say = useMemo((): Say => (id, values) => intl.formatMessage({ id }, values), [intl]);
  const product = useProduct();
  const read = useMemo(() => readAnalysisSearch(analysis), [analysis]);
  const [search, go] = useAddress(read);
  const { axis, model } = search;
  const days = daysOf(search.period, search, useToday());
  const question = { product_id: product.id, ...days, axis: AXES[axis], ...(model !== null && { model: Number(model) }) };
  const { answer, failure, busy, again } = useInquiry(analysis.operation, question);
  const copied = useCopied();
  const hiddenAtFirst = useMemo(() => analysis.columns.filter(column => column.hidden === true).map(column => column.metric), [analysis]);
  const [hidden, setHidden] = useHidden(`analysis_${analysis.name}`, hiddenAtFirst);

  const [quick, setQuick] = useState('');

  const report = answer?.report ?? null;
  const rows = useMemo(() => (report === null ? null : present(report.rows).map(row => named(row, say))), [report, say]);
  const columns = useMemo(() => columnsOf(analysis, axis, say), [analysis, axis, say]);
  const chart = useMemo(() => (rows === null ? null : shapeOf(analysis, rows, axis, say)), [analysis, rows, axis, say]);
  const totals = useMemo(
    () => (report?.totals ? { row: { ...report.totals, key: 'total', label: '' } as Row, label: say('analysis.total') } : undefined), [report, say]);
  const behind = useBehindAddress(question, rows, totals?.row);
  const sort = useMemo(
    () => { const column = columns.find(({ field }) => field === search.sort?.field); return column === undefined ? null : { field: column.field, descending: search.sort?.descending === true }; },
    [columns, search.sort?.field, search.sort?.descending]);

  const empty = rows?.length === 0;
  const instead = failure !== null ? <Failed trouble={failure} onAgain={again} /> : empty ? <Empty title="state.empty" hint="state.empty_hint" /> : undefined;
  const title = say(`${analysis.name}.title`);
  const counted = report?.rules?.model;

  return (
    <article className="tp-screen">
      <header className="tp-screen-head">
        <h1>{title}</h1>
        <p><FormattedMessage id={`${analysis.name}.lead`} /></p>
      </header>
      <div className="tp-fields">
        <DateRange period={search.period} days={days} onChange={(period, custom) => go(writePeriod(period, custom))} />
        <Choice label={say('analysis.axis')} value={axis} options={analysis.axes.map(value => ({ value, label: say(`axis.${value}`) }))} onChange={chosen => go({ axis: chosen })} />
        {analysis.models && (
          <Choice
            label={say('analysis.model')} value={model ?? PRODUCTS_OWN} open
            options={[
              { value: PRODUCTS_OWN, label: model === null && counted !== undefined ? say('analysis.model_own_known', { model: say(`model.${counted}`) }) : say('analysis.model_own') },
              ...MODELS.map(value => ({ value, label: say(`model.${value}`) })),
            ]}
            onChange={chosen => go({ model: chosen === PRODUCTS_OWN ? undefined : chosen })}
          />
        )}
      </div>
      {counted !== undefined && analysis.models && <p className="tp-note">{say(`model.${counted}.help`)}</p>}
      {chart !== null && !empty && failure === null && <section className={`tp-panel${busy ? ' tp-dim' : ''}`}><Chart shape={chart} /></section>}
      <section className="tp-panel">
        <DataGrid
          label={title} columns={columns} rows={rows} rowKey={row => row.key} busy={busy} instead={instead} {...(totals && { totals })}
          sort={sort} onSort={next => go({ sort: next === null ? 'none' : `${next.descending ? '-' : ''}${next.field}` }, { replace: true })}
          hidden={hidden} hiddenAtFirst={hiddenAtFirst} onHidden={setHidden} onCopied={copied} quick={quick} onQuick={setQuick}
          {...(behind.actions.length > 0 && { actions: behind.actions })}
          caption={rows === null ? null : <FormattedMessage id="grid.rows" values={{ count: rows.length }} />}
        />
        {behind.openTotal !== null && failure === null && <p><Button label={say('behind.action_total')} icon={<Icon name="detail" />} onClick={behind.openTotal} /></p>}
        {report !== null && failure === null && <Footing report={report} />}
      </section>
      <Glossary analysis={analysis} say={say} />
      {behind.dialog}
    </article>
  );
};

/** Every metric of the screen with its meaning and formula, for reading in one go. */
const Glossary = <Row extends ReportRow>({ analysis, say }: { readonly analysis: Analysis<Row>; readonly say: Say }) => (
  <details className="tp-glossary">
    <summary>{say('analysis.glossary')}</summary>
    <dl>
      {analysis.columns.map(({ metric }) => (
        <div key={metric} id={`metric-${metric}`}>
          <dt>{say(`metric.${metric}.name`)}</dt>
          <dd>{say(`metric.${metric}.help`)}</dd>
        </div>
      ))}
    </dl>
  </details>
);

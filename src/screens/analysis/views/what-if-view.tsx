import { useMemo } from 'react';
import { FormattedMessage } from 'react-intl';
import { ALL_MODELS } from '../../../analyses/analysis.ts';
import { metrics } from '../../../analyses/metrics.ts';
import {
  BOUNDS,
  isTodays,
  readTried,
  rowsOf,
  RULES,
  totalOf,
  whatIf,
  WHAT_IF_METRICS,
  type Rule,
  type WhatIfMetric,
  type WhatIfRow,
} from '../../../analyses/what-if.ts';
import type { ChartShape } from '../../../components/chart/shape.ts';
import { Choice } from '../../../components/choice.tsx';
import type { GridColumn } from '../../../components/grid/types.ts';
import { Empty } from '../../../components/states.tsx';
import { useAddress, type RawSearch } from '../../../console/address.ts';
import { present } from '../../../resources/row.ts';
import { useReportInquiry } from '../../use-query.ts';
import { logSearchOf } from '../drilldown/drill-address.ts';
import { inUnit, kindName, named, type Say } from '../report/figures.ts';
import { NumberAsked } from '../allocation/number-field.tsx';
import { OwnPanels } from '../report/table-panels.tsx';
import { sortFrom, sortInto } from '../report/table-sort.ts';
import { ReportBar } from '../search/report-bar.tsx';
import type { Site } from '../report/context.ts';
import { useBehindWhatIf } from '../drilldown/use-what-if-conversions.ts';
import type { Fact } from '../search/use-facts.ts';
import { useSay } from '../report/use-report.ts';

const OVER = { chart: { over: 'items' } } as const;
const TODAYS = '';
const read = (raw: RawSearch) => ({
  ...readTried(raw),
  metric: WHAT_IF_METRICS.find(one => one === raw['measure']) ?? WHAT_IF_METRICS[0],
  sort: raw['sort'] ?? '',
});

const columnsOf = (metric: WhatIfMetric, axis: string, say: Say): readonly GridColumn<WhatIfRow>[] => {
  const { format } = metrics[metric];
  const column = (field: 'today' | 'what_if' | 'difference'): GridColumn<WhatIfRow> => ({
    field,
    format,
    label: inUnit(say(`what_if.${field}`), format, say),
    size: 152,
    sortable: true,
  });
  return [
    { field: 'label', format: 'text', label: axis, size: 232, sortable: true },
    column('today'),
    column('what_if'),
    column('difference'),
    { field: 'change', format: 'percent', label: say('what_if.change'), size: 120, sortable: true },
  ];
};

const shapeOf = (rows: readonly WhatIfRow[], metric: WhatIfMetric, axis: string, say: Say): ChartShape => {
  const shown = rows
    .toSorted((a, b) => Math.abs(b.difference ?? 0) - Math.abs(a.difference ?? 0))
    .slice(0, whatIf.top);
  return {
    kind: 'bars',
    format: metrics[metric].format,
    axis,
    title: say('what_if.chart', {
      name: inUnit(say(`metric.${metric}.name`), metrics[metric].format, say),
      count: shown.length,
    }),
    categories: shown.map(({ label }) => label),
    series: (['today', 'what_if'] as const).map(field => ({
      name: say(`what_if.${field}`),
      values: shown.map(row => row[field]),
      faint: field === 'today',
    })),
  };
};

/**
 * What the report would be by other rules, beside today's: nothing is stored, and the differences sum to that
 * of the totals.
 */
export const WhatIfView = ({ site }: { readonly site: Site }) => {
  const say = useSay();
  const [{ model, approval, values, metric, sort: sortText }, go] = useAddress(read);
  const { product_id, from, to, axis, where } = site.question;
  const question = {
    product_id,
    from,
    to,
    ...(axis !== undefined && { axis }),
    ...(where !== undefined && { where }),
    ...(model !== null && { model: Number(model) }),
    ...(approval !== null && { approval }),
    ...values,
  };
  const inquiry = useReportInquiry(whatIf.operation, question);
  const { answer } = inquiry;
  const report = answer?.report ?? null;
  const kind = kindName(OVER, { ...site.search, by: null }, say);
  const rows = useMemo(
    () =>
      report === null
        ? null
        : rowsOf(
            present(report.rows).map(row => named(row, { axis: site.search.axis, by: null }, say)),
            metric,
          ),
    [report, site.search.axis, metric, say],
  );
  const totals = useMemo(() => (report === null ? null : totalOf(report.totals, metric)), [report, metric]);
  const columns = useMemo(() => columnsOf(metric, kind, say), [metric, kind, say]);
  const shape = useMemo(
    () => (rows === null ? null : shapeOf(rows, metric, kind, say)),
    [rows, metric, kind, say],
  );
  const sort = useMemo(() => sortFrom(columns, sortText, 'today'), [columns, sortText]);
  const rules = report?.rules ?? null;
  const { figures, dialog } = useBehindWhatIf({
    todays: {
      product_id,
      from,
      to,
      ...(axis !== undefined && { axis }),
      ...(where !== undefined && { where }),
    },
    tried: { ...(model !== null && { model: Number(model) }), ...values },
    metric,
    rows,
    totals,
    watermark: report?.watermark ?? null,
    contactsOf: row => logSearchOf(OVER, row, { ...site.search, by: null }, site.days),
  });
  const todays: Readonly<Record<Rule, number | null>> = {
    term: rules?.tracking_term ?? null,
    repeat: rules?.repeat ?? null,
    decay: rules?.decay ?? null,
  };
  const changed = !isTodays({ model, approval, values }, { model: rules?.model ?? null, values: todays });
  // What was tried stands in the fields, which neither paper nor a kept chart has.
  const tried: readonly Fact[] = [
    ...(model === null ? [] : [{ name: say('analysis.model'), text: say(`model.${model}`) }]),
    ...(approval === null
      ? []
      : [{ name: say('analysis.approval'), text: say(`analysis.approval.${approval}`) }]),
    ...RULES.flatMap(rule =>
      values[rule] === undefined
        ? []
        : [
            {
              name: say(`what_if.${rule}`),
              text: say('unit.named', { name: String(values[rule]), unit: say(UNITS[rule]) }),
            },
          ],
    ),
  ];
  return (
    <>
      <ReportBar
        site={site}
        file={{
          path: whatIf.path,
          question,
          columns: [
            'label',
            ...(['today', 'what_if', 'difference'] as const).map(side => `${metric}_${side}`),
          ],
          sort: sort && { ...sort, field: sort.field === 'label' ? 'label' : `${metric}_${sort.field}` },
        }}
        waited={inquiry}
      />
      <section className="tp-panel">
        <p>
          <FormattedMessage id="what_if.lead" />
        </p>
        <div className="tp-fields tp-what-if">
          <Choice
            label={say('analysis.model')}
            value={model ?? TODAYS}
            onChange={chosen => go({ if_model: chosen === TODAYS ? undefined : chosen })}
            options={[
              {
                value: TODAYS,
                label:
                  rules === null
                    ? say('what_if.todays')
                    : say('what_if.todays_known', { value: say(`model.${rules.model}`) }),
              },
              ...ALL_MODELS.map(value => ({ value: value as string, label: say(`model.${value}`) })),
            ]}
          />
          <Choice
            label={say('analysis.approval')}
            value={approval ?? TODAYS}
            onChange={chosen => go({ if_approval: chosen === TODAYS ? undefined : chosen })}
            options={[
              { value: TODAYS, label: say('analysis.approval.approved') },
              { value: 'unapproved', label: say('analysis.approval.unapproved') },
            ]}
          />
          {RULES.map(rule => (
            <NumberAsked
              key={`${rule}:${values[rule] ?? TODAYS}`}
              name={rule}
              label={say(`what_if.${rule}`)}
              unit={say(UNITS[rule])}
              hint={todays[rule] === null ? undefined : say('what_if.todays_known', { value: todays[rule] })}
              fault={say('what_if.fault', { min: BOUNDS[rule].minimum, max: BOUNDS[rule].maximum })}
              minimum={BOUNDS[rule].minimum}
              maximum={BOUNDS[rule].maximum}
              value={values[rule] ?? null}
              onValue={value => go({ [`if_${rule}`]: value === null ? undefined : String(value) })}
            />
          ))}
        </div>
      </section>
      <OwnPanels
        site={site}
        title={say('attribution.view.what_if')}
        note={
          tried.length === 0
            ? site.note
            : `${site.note} · ${say('what_if.what_if')}: ${tried.map(({ name, text }) => `${name} ${text}`).join(say('analysis.and'))}`
        }
        facts={tried}
        inquiry={inquiry}
        columns={columns}
        leads={changed ? 'difference' : 'today'}
        rows={rows}
        totals={totals}
        shape={shape}
        behind={figures}
        sort={sort}
        onSort={sortInto(go)}
        report={
          report === null
            ? null
            : { rules, watermark: report.watermark, watermark_at: report.watermark_at, left_out: null }
        }
        chooser={
          <Choice
            label={say('models.measure')}
            value={metric}
            options={WHAT_IF_METRICS.map(value => ({ value, label: say(`metric.${value}.name`) }))}
            onChange={chosen =>
              go({ measure: chosen === WHAT_IF_METRICS[0] ? undefined : chosen }, { replace: true })
            }
          />
        }
        {...(rows !== null &&
          !changed && { undrawn: <Empty title="what_if.unchanged" hint="what_if.unchanged_hint" /> })}
      />
      {dialog}
    </>
  );
};

const UNITS: Readonly<Record<Rule, string>> = {
  term: 'unit.days',
  repeat: 'unit.seconds',
  decay: 'unit.percent',
};

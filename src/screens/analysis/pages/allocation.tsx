import { useMemo, useState } from 'react';
import { FormattedMessage } from 'react-intl';
import type { Framed } from '../../../analyses/analysis.ts';
import {
  adjustAll,
  allocation,
  readAdjustments,
  writeAdjustments,
  type Adjustment,
  type AllocationReport,
  type AllocationRow,
} from '../../../analyses/allocation.ts';
import type { ChartShape } from '../../../components/chart/shape.ts';
import { Choice } from '../../../components/choice.tsx';
import type { GridColumn, RowAction } from '../../../components/grid/types.ts';
import { useFormatter } from '../../../components/use-formatter.ts';
import { useAddress, type RawSearch } from '../../../console/address.ts';
import { present } from '../../../resources/row.ts';
import '../../screens.css';
import { useReportInquiry } from '../../use-query.ts';
import { AdjustDialog } from '../allocation/adjust-dialog.tsx';
import '../analysis.css';
import { logSearchOf } from '../drilldown/drill-address.ts';
import { inUnit, metricColumn, type Say } from '../report/figures.ts';
import { NumberAsked } from '../allocation/number-field.tsx';
import { OwnReport } from '../report/table-report.tsx';
import { PickedBar } from '../drilldown/selected-ads-bar.tsx';
import { readAnalysisSearch } from '../search/search.ts';
import { useBehindOwn } from '../drilldown/use-row-conversions.ts';
import { useDrill } from '../drilldown/use-drill.ts';
import { useSay } from '../report/use-report.ts';
import { useAsked, useSite } from '../report/use-context.ts';

const framed: Framed = allocation;
const readFrame = readAnalysisSearch(framed);
const read = (raw: RawSearch) => ({
  ...readFrame(raw),
  mode: allocation.modes.find(mode => mode === raw['mode']) ?? null,
  pool: /^\d{1,12}$/.test(raw['pool'] ?? '') ? Number(raw['pool']) : null,
  adjust: writeAdjustments(readAdjustments(raw['adjust'] ?? '')),
});
/** The product's own way, as a choice beside the three. */
const OWN = '';
/** Twelve digits, as the address holds them. */
const MOST_YEN = 999_999_999_999;

/** A row with its adjustment in words. */
type Row = AllocationRow & { readonly adjusted: string };

const columnsOf = (say: Say): readonly GridColumn<Row>[] => {
  const yen = (id: string) => say('unit.named', { name: say(id), unit: say('unit.yen') });
  const shared = say('allocation.group');
  const expected = say('allocation.simulation');
  return [
    { field: 'label', format: 'text', label: say('axis.ad'), size: 232, sortable: true },
    { ...metricColumn<Row>('ad_cost', say), group: say('group.cost'), sortable: true },
    {
      field: 'share',
      format: 'percent',
      label: say('allocation.share'),
      help: say('allocation.share.help'),
      group: shared,
      sortable: true,
    },
    {
      field: 'allocated_cost',
      format: 'yen',
      label: yen('allocation.allocated_cost'),
      help: say('allocation.allocated_cost.help'),
      group: shared,
      sortable: true,
    },
    {
      field: 'adjusted',
      format: 'text',
      label: say('allocation.adjustment'),
      help: say('allocation.adjustment.help'),
      group: shared,
      size: 128,
      amount: true,
    },
    {
      field: 'adjusted_cost',
      format: 'yen',
      label: yen('allocation.adjusted_cost'),
      group: shared,
      sortable: true,
    },
    ...(['cv', 'cv_division', 'amount_sum', 'attributed_cpa', 'attributed_roas'] as const).map(
      (metric): GridColumn<Row> => ({
        ...metricColumn<Row>(metric, say),
        group: say('allocation.results'),
        sortable: true,
      }),
    ),
    {
      field: 'expected_cv',
      format: 'share',
      label: say('allocation.expected_cv'),
      help: say('allocation.expected_cv.help'),
      group: expected,
      sortable: true,
    },
    {
      field: 'expected_amount',
      format: 'yen',
      label: yen('allocation.expected_amount'),
      help: say('allocation.expected_amount.help'),
      group: expected,
      sortable: true,
    },
    {
      field: 'response_basis',
      format: 'choice',
      label: say('allocation.response_basis'),
      help: say('allocation.response_basis.help'),
      group: expected,
      size: 136,
    },
  ];
};

const shapeOf = (rows: readonly Row[], say: Say): ChartShape => {
  const shown = rows
    .toSorted((a, b) => (b.adjusted_cost ?? 0) - (a.adjusted_cost ?? 0))
    .slice(0, allocation.chart.top);
  const series = (name: string, values: readonly (number | null)[]) => ({
    name: inUnit(say(name), 'yen', say),
    values,
  });
  return {
    kind: 'bars',
    format: 'yen',
    title: `${say('allocation.chart')} · ${say('analysis.top', { count: shown.length })}`,
    axis: say('axis.ad'),
    categories: shown.map(({ label }) => label),
    series: [
      series(
        'metric.ad_cost.name',
        shown.map(row => row.ad_cost),
      ),
      series(
        'allocation.allocated_cost',
        shown.map(row => row.allocated_cost),
      ),
      // As long as nothing is adjusted it would be the same bars again.
      ...(rows.some(row => row.adjustment !== null)
        ? [
            series(
              'allocation.adjusted_cost',
              shown.map(row => row.adjusted_cost),
            ),
          ]
        : []),
    ],
  };
};

/** Ads that are picked, and those whose shares are being adjusted. */
interface Picking {
  readonly picked: ReadonlySet<string>;
  readonly adjusting: readonly string[];
}
const NOTHING: Picking = { picked: new Set(), adjusting: [] };

/** /analyze/allocation: a budget shared over the ads, adjusted by hand, and what is to be expected of it. */
export const Screen = () => {
  const say = useSay();
  const show = useFormatter();
  const [search, go] = useAddress(read);
  const {
    question: { product_id, from, to, model, where },
  } = useAsked(framed, search);
  const { mode, pool, adjust } = search;
  const question = {
    product_id,
    from,
    to,
    ...(model !== undefined && { model }),
    ...(where !== undefined && { where }),
    ...(mode !== null && { mode: Number(mode) }),
    ...(pool !== null && { pool }),
    ...(adjust !== undefined && { adjust }),
  };
  const inquiry = useReportInquiry(allocation.operation, question);
  const report = inquiry.answer?.report ?? null;
  const site = useSite(framed, search, go, report?.rules?.model ?? null);
  const [{ picked, adjusting }, set] = useState<Picking>(NOTHING);
  const adjustments = readAdjustments(adjust ?? '');

  const rows = useMemo(
    () =>
      report === null
        ? null
        : present(report.rows).map((row): Row => ({
            ...row,
            adjusted:
              row.adjustment === null
                ? ''
                : say(`allocation.adjusted.${row.adjustment_unit}`, {
                    sign: row.adjustment > 0 ? '+' : '',
                    amount: row.adjustment_unit === 2 ? show('yen', row.adjustment) : String(row.adjustment),
                  }),
          })),
    [report, say, show],
  );
  const totals = useMemo(
    (): Row | null =>
      report?.totals
        ? ({
            ...report.totals,
            key: 'total',
            label: '',
            share: null,
            adjustment_unit: null,
            adjustment: null,
            cv_per_yen: 0,
            amount_per_yen: 0,
            response_days: 0,
            response_basis: '',
            adjusted: '',
          } as Row)
        : null,
    [report],
  );
  const columns = useMemo(() => columnsOf(say), [say]);
  const shape = useMemo(
    () => (rows === null || report?.unallocated ? null : shapeOf(rows, say)),
    [rows, report, say],
  );
  const actions = useMemo(
    (): readonly RowAction<Row>[] => [
      {
        id: 'adjust',
        label: say('allocation.adjust'),
        icon: 'edit',
        offered: row => row.allocated_cost !== null,
        run: row => set(before => ({ ...before, adjusting: [row.key] })),
      },
    ],
    [say],
  );
  const drillDown = useBehindOwn({
    question: {
      product_id,
      from,
      to,
      ...(model !== undefined && { model }),
      ...(where !== undefined && { where }),
    },
    rows,
    totals,
    watermark: report?.watermark ?? null,
    contactsOf: row => logSearchOf(framed, row, search, site.days),
  });
  const drill = useDrill<Row>({ analysis: framed, search, days: site.days, productId: product_id });
  const shared = (rows ?? []).filter(({ allocated_cost: cost }) => cost !== null);
  const adjusted = shared.filter(({ key }) => adjusting.includes(key));
  const keys = shared.map(({ key }) => key).filter(key => picked.has(key));
  const apply = (ads: readonly string[], adjustment: Adjustment | null) => {
    set(NOTHING);
    go({ adjust: writeAdjustments(adjustAll(adjustments, ads, adjustment)) }, { replace: true });
  };
  const picking =
    shared.length === 0
      ? null
      : {
          picked: new Set(keys),
          onPicked: (next: ReadonlySet<string>) => set({ picked: next, adjusting: [] }),
          bar: (
            <PickedBar
              count={keys.length}
              adjusted={keys.some(key => adjustments.has(key))}
              onAdjust={() => set({ picked, adjusting: keys })}
              onUnadjust={() => apply(keys, null)}
              onClear={() => set(NOTHING)}
            />
          ),
        };
  return (
    <>
      <OwnReport
        analysis={framed}
        site={site}
        inquiry={inquiry}
        report={report}
        file={{ path: allocation.path, question }}
        columns={columns}
        rows={rows}
        totals={totals}
        shape={shape}
        actions={[...actions, ...drillDown.actions, ...drill]}
        behind={drillDown.figures}
        {...(picking && { picking })}
      >
        <section className="tp-panel">
          <div className="tp-fields">
            <Choice
              label={say('allocation.mode')}
              value={mode ?? OWN}
              wide
              options={[
                {
                  value: OWN,
                  label:
                    mode === null && report?.rules
                      ? say('allocation.mode_own_known', {
                          mode: say(`choice.ad_cost_allocation_mode.${report.rules.mode}`),
                        })
                      : say('allocation.mode_own'),
                },
                ...allocation.modes.map(value => ({
                  value: value as string,
                  label: say(`choice.ad_cost_allocation_mode.${value}`),
                })),
              ]}
              onChange={chosen => go({ mode: chosen === OWN ? undefined : chosen })}
            />
            <NumberAsked
              key={pool ?? OWN}
              name="pool"
              label={say('allocation.pool')}
              unit={say('unit.yen')}
              hint={say('allocation.pool_hint')}
              fault={say('allocation.fault_pool')}
              minimum={0}
              maximum={MOST_YEN}
              value={pool}
              onValue={yen => go({ pool: yen === null ? undefined : String(yen) })}
            />
          </div>
          {report !== null && <Facts report={report} />}
        </section>
      </OwnReport>
      {drillDown.dialog}
      {adjusted.length > 0 && (
        <AdjustDialog
          key={adjusting.join()}
          rows={adjusted}
          adjustment={adjusted.length === 1 ? adjustments.get(adjusting[0] ?? '') : undefined}
          onClose={() => set(before => ({ ...before, adjusting: [] }))}
          onSave={saved => apply(adjusting, saved)}
        />
      )}
    </>
  );
};

/** What was shared, what the adjustments changed of it, and from what the simulation learnt. */
const Facts = ({ report }: { readonly report: AllocationReport }) => {
  const show = useFormatter();
  const { pool, unallocated, totals, rules } = report;
  const difference = totals?.difference ?? null;
  return (
    <>
      <p className="tp-note" role="status">
        {unallocated > 0 ? (
          <FormattedMessage id="allocation.unallocated" values={{ yen: show('yen', unallocated) }} />
        ) : !difference ? (
          <FormattedMessage id="allocation.standing_same" values={{ pool: show('yen', pool) }} />
        ) : (
          <FormattedMessage
            id="allocation.standing"
            values={{
              pool: show('yen', pool),
              adjusted: show('yen', totals?.adjusted_cost ?? null),
              difference: `${difference > 0 ? '+' : ''}${show('yen', difference)}`,
            }}
          />
        )}
      </p>
      {rules !== null && (
        <p className="tp-note">
          <FormattedMessage
            id="allocation.learnt"
            values={{ from: show('day', rules.response_from), to: show('day', rules.response_to) }}
          />
        </p>
      )}
    </>
  );
};

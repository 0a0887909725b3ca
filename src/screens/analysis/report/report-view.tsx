import { useMemo, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { isOverTime, type Analysis, type ReportRow } from '../../../analyses/analysis.ts';
import { Button } from '../../../components/button.tsx';
import { Chart } from '../../../components/chart/chart.tsx';
import { Choice } from '../../../components/choice.tsx';
import { DataGrid } from '../../../components/grid/grid.tsx';
import type { Tree } from '../../../components/grid/tree.ts';
import { useLeading } from '../../../components/grid/use-leading.ts';
import { Icon } from '../../../components/icon.tsx';
import { useToday } from '../../../components/use-today.ts';
import { present } from '../../../resources/row.ts';
import { useCopied } from '../../use-copied.ts';
import { logSearchOf } from '../drilldown/drill-address.ts';
import { beganAt, columnsOf, comparedIn, itemName, shapeOf } from './figures.ts';
import { ReportFooter } from './report-footer.tsx';
import { Paper } from '../print/print-view.tsx';
import { writeAnalysisSearch } from '../search/search.ts';
import type { Site } from './context.ts';
import { Unanswered } from './report-states.tsx';
import { useBehindAddress } from '../drilldown/use-figure-conversions.tsx';
import { useDrill } from '../drilldown/use-drill.ts';
import { useSay, type Report } from './use-report.ts';

const keyOf = (row: ReportRow): string => row.key;
const parentOf = (row: ReportRow): string | null => row.parent ?? null;

interface Props<Row extends ReportRow> {
  readonly analysis: Analysis<Row>;
  readonly site: Site;
  readonly report: Report<Row>;
}

/** A report: its chart, its table with totals, and what it stands on. */
export const ReportView = <Row extends ReportRow>({
  analysis,
  site,
  report: { report, rows, totals, failure, busy, again },
}: Props<Row>) => {
  const intl = useIntl();
  const say = useSay();
  const copied = useCopied();
  const { search, go, question, days, note, columnChoice } = site;
  const { axis, by, step, item } = search;
  const comparing = search.compare !== null;
  const [quick, setQuick] = useState('');
  const [folded, setFolded] = useState<ReadonlySet<string>>(() => new Set());

  const absent = useMemo(() => present(report?.absent), [report]);
  const today = useToday();
  const unfinished = days.to >= today;
  const columns = useLeading(
    useMemo(
      () =>
        columnsOf(analysis, { axis, by, step }, say, unfinished).filter(
          ({ field }) => !absent.includes(field),
        ),
      [analysis, axis, by, step, unfinished, absent, say],
    ),
    analysis.sort,
  );
  const own =
    `${analysis.name}.item.${item}` in intl.messages ? say(`${analysis.name}.item.${item}`) : undefined;
  const shape = useMemo(
    () =>
      rows === null || item === ''
        ? null
        : shapeOf(
            analysis,
            rows,
            {
              ...(own !== undefined && { title: own }),
              item,
              kind: { axis, by, step },
              compared: comparing,
              today,
            },
            say,
          ),
    [analysis, rows, item, axis, by, step, comparing, own, today, say],
  );
  const since = useMemo(() => {
    const of = isOverTime(analysis) ? (rows ?? []).toSorted((a, b) => (a.key < b.key ? -1 : 1)) : [];
    const began = beganAt(of);
    return began > 0 ? of[began] : undefined;
  }, [analysis, rows]);
  const tree = useMemo(
    (): Tree<Row> | undefined =>
      by === null
        ? undefined
        : {
            parentOf,
            folded,
            onFold: key =>
              setFolded(
                before =>
                  new Set(before.has(key) ? [...before].filter(other => other !== key) : [...before, key]),
              ),
          },
    [by, folded],
  );
  const sort = useMemo(() => {
    const column = columns.find(({ field }) => field === search.sort?.field);
    return column === undefined
      ? null
      : { field: column.field, descending: search.sort?.descending === true };
  }, [columns, search.sort?.field, search.sort?.descending]);
  const drillDown = useBehindAddress({
    question,
    days,
    compared: site.compared,
    rows,
    totals: totals?.row,
    watermark: report?.watermark ?? null,
    contactsOf: row => logSearchOf(analysis, row, search, days),
  });
  const drill = useDrill<Row>({ analysis, search, days, productId: question.product_id });
  const actions = [...drillDown.actions, ...drill];

  /** From a value of the chart to what it counts, as from its row in the table. */
  const lookInto = (index: number, series: number): void => {
    const row = rows?.find(({ key }) => key === shape?.keys?.[index]);
    const metric = (analysis.chart.items.find(([first]) => first === item) ?? [])[series];
    if (row === undefined) return;
    if (metric !== undefined && drillDown.figures?.has(row, metric) === true)
      drillDown.figures.open(row, metric);
    else actions.find(({ offered }) => offered?.(row) ?? true)?.run(row);
  };

  const empty = rows?.length === 0;
  const instead =
    failure !== null || empty ? <Unanswered site={site} failure={failure} onAgain={again} /> : undefined;
  const title = say(`${analysis.name}.title`);
  const outer = by === null ? [] : (rows ?? []).filter(row => parentOf(row) === null).map(keyOf);
  return (
    <>
      {shape !== null && !empty && failure === null && (
        <section className={`tp-panel${busy ? ' tp-dim' : ''}`}>
          {analysis.chart.items.length > 1 && (
            <Choice
              label={say('analysis.item')}
              value={item}
              open
              options={analysis.chart.items.map(([first]) => ({
                value: first as string,
                label: itemName(analysis, first as string, say, id => id in intl.messages),
              }))}
              onChange={chosen => go(writeAnalysisSearch({ item: chosen }), { replace: true })}
            />
          )}
          <Chart shape={shape} note={note} onPick={lookInto} />
          {since !== undefined && (
            <p className="tp-note">
              {say(search.conditions.length > 0 ? 'term.since_narrowed' : 'term.since', {
                from: since.label,
              })}
            </p>
          )}
        </section>
      )}
      <section className="tp-panel">
        <DataGrid
          label={title}
          columns={columns}
          rows={rows}
          rowKey={keyOf}
          busy={busy}
          instead={instead}
          {...(totals && { totals })}
          {...(tree && { tree })}
          {...(comparing && { beneath: comparedIn })}
          {...(drillDown.figures !== null && { behind: drillDown.figures })}
          sort={sort}
          onSort={next => go(writeAnalysisSearch({ sort: next }), { replace: true })}
          {...columnChoice}
          onCopied={copied}
          quick={quick}
          onQuick={setQuick}
          {...(actions.length > 0 && { actions })}
          caption={
            rows === null ? null : (
              <>
                <FormattedMessage id="grid.rows" values={{ count: rows.length }} />
                {outer.length > 1 && (
                  <button
                    type="button"
                    className="tp-quiet"
                    onClick={() => setFolded(new Set(folded.size > 0 ? [] : outer))}
                  >
                    {say(folded.size > 0 ? 'analysis.unfold' : 'analysis.fold')}
                  </button>
                )}
              </>
            )
          }
        />
        {rows !== null && failure === null && (
          <Paper
            title={title}
            columns={columns}
            hidden={columnChoice.hidden}
            order={columnChoice.order}
            sort={sort}
            rows={rows}
            rowKey={keyOf}
            totals={totals}
            beneath={comparing ? comparedIn : undefined}
          />
        )}
        {drillDown.openTotal !== null && failure === null && (
          <p>
            <Button
              label={say('behind.action_total')}
              icon={<Icon name="detail" />}
              onClick={drillDown.openTotal}
            />
          </p>
        )}
        {absent.length > 0 && failure === null && (
          <p className="tp-note">
            {say('analysis.absent', {
              metrics: absent.map(metric => say(`metric.${metric}.name`)).join(say('analysis.and')),
            })}
          </p>
        )}
        {report !== null && failure === null && <ReportFooter report={report} compared={site.compared} />}
      </section>
      {drillDown.dialog}
    </>
  );
};

import { useMemo, type ComponentProps } from 'react';
import { FormattedMessage } from 'react-intl';
import { paths, type PathsReport } from '../../../analyses/paths.ts';
import { Chart } from '../../../components/chart/chart.tsx';
import { Choice } from '../../../components/choice.tsx';
import { RowsPlaceholder } from '../../../components/states.tsx';
import { useAddress, type RawSearch } from '../../../console/address.ts';
import { present } from '../../../resources/row.ts';
import '../../credit/credit.css';
import type { SelectedFigure } from '../drilldown/selected-figure.ts';
import { useReportQueryState } from '../../use-query.ts';
import type { Translate } from '../report/figures.ts';
import { ReportFooter } from '../report/report-footer.tsx';
import { flowOf, linkKey, linksOf, stopName } from './path-shapes.ts';
import './paths.css';
import { ReportBar } from '../search/report-bar.tsx';
import type { Navigate, ReportContext } from '../report/context.ts';
import { ReportStates } from '../report/report-states.tsx';
import { TOTAL, useSelectedFigure, type DrillDownDialog } from '../drilldown/use-selected-figure.tsx';
import { useTranslate } from '../report/use-report.ts';
import { TopPaths } from './top-paths.tsx';

type Limit = (typeof paths.limits)[number];
type MinShare = (typeof paths.minShares)[number];
interface Wanted {
  readonly fold: boolean;
  readonly limit: Limit;
  readonly minShare: MinShare;
  /** Least number of contacts of a path in the list. */
  readonly minLength: 1 | 2;
}
const readPaths = (raw: RawSearch): Wanted => ({
  fold: raw['fold'] !== '0',
  limit: paths.limits.find(one => one === raw['limit']) ?? paths.limits[0],
  minShare: paths.minShares.find(one => one === raw['min_share']) ?? paths.minShare,
  minLength: raw['length_from'] === '2' ? 2 : 1,
});

interface TopPanelProps extends Pick<Wanted, 'limit' | 'minLength'> {
  readonly report: PathsReport;
  readonly go: Navigate;
  readonly busy: boolean;
  readonly open: DrillDownDialog['open'];
}

/** The most frequent paths, and the footer of the report. */
const TopPanel = ({ report, limit, minLength, go, busy, open }: TopPanelProps) => {
  const translate = useTranslate();
  return (
    <section className={`tp-panel${busy ? ' tp-dim' : ''}`}>
      <header className="tp-paths-head">
        <h2 className="tp-panel-title">
          <FormattedMessage id="paths.title" />
        </h2>
        <div className="tp-fields">
          <label className="check">
            <input
              type="checkbox"
              checked={minLength === 2}
              onChange={event =>
                go({ length_from: event.target.checked ? '2' : undefined }, { replace: true })
              }
            />
            <FormattedMessage id="paths.min_length" />
          </label>
          <Choice
            label={translate('paths.limit')}
            value={limit}
            open
            options={paths.limits.map(value => ({
              value,
              label: translate('analysis.top', { count: Number(value) }),
            }))}
            onChange={chosen =>
              go({ limit: chosen === paths.limits[0] ? undefined : chosen }, { replace: true })
            }
          />
        </div>
      </header>
      <TopPaths rows={present(report.rows)} others={report.others} totals={report.totals} open={open} />
      <ReportFooter report={report} />
    </section>
  );
};

interface FlowFieldsProps extends Pick<Wanted, 'fold' | 'minShare'> {
  readonly go: Navigate;
}

/** What the flow counts as one contact, and which links it leaves out. */
const FlowFields = ({ fold, minShare, go }: FlowFieldsProps) => {
  const translate = useTranslate();
  return (
    <div className="tp-fields">
      <label className="check">
        <input
          type="checkbox"
          checked={fold}
          onChange={event => go({ fold: event.target.checked ? undefined : '0' }, { replace: true })}
        />
        <FormattedMessage id="paths.fold" />
      </label>
      <Choice
        label={translate('paths.min_share')}
        value={minShare}
        open
        options={paths.minShares.map(value => ({
          value,
          label:
            value === '0'
              ? translate('paths.min_share.all')
              : translate('paths.min_share.from', { share: value }),
        }))}
        onChange={chosen =>
          go({ min_share: chosen === paths.minShare ? undefined : chosen }, { replace: true })
        }
      />
    </div>
  );
};

interface FlowChartProps {
  readonly report: PathsReport;
  readonly minShare: MinShare;
  readonly note: string;
  readonly open: DrillDownDialog['open'];
}

/** The flow of contacts from step to step; a link opens the conversions of its paths. */
const FlowChart = ({ report, minShare, note, open }: FlowChartProps) => {
  const translate = useTranslate();
  const flow = useMemo(() => flowOf(report, translate, Number(minShare)), [report, translate, minShare]);
  const openLink = (index: number) => {
    const link = linksOf(report, Number(minShare))[index];
    if (link !== undefined) open?.(linkKey(link));
  };
  const left = linksOf(report).length - flow.links.length;
  return (
    <>
      <Chart shape={flow} note={note} onSelect={openLink} />
      {left > 0 && (
        <p className="field-hint">
          <FormattedMessage id="paths.left_out" values={{ count: left, share: minShare }} />
        </p>
      )}
    </>
  );
};

interface NoFlowProps extends ComponentProps<typeof ReportStates> {
  readonly isLoading: boolean;
}

const NoFlow = ({ isLoading, ...unanswered }: NoFlowProps) =>
  isLoading && unanswered.failure === null ? <RowsPlaceholder rows={8} /> : <ReportStates {...unanswered} />;

/**
 * The paths of an attribution report: the flow of contacts up to the conversion, and the most frequent
 * paths with their results.
 */
export const PathsView = ({ context }: { readonly context: ReportContext }) => {
  const translate = useTranslate();
  const [{ fold, limit, minShare, minLength }, go] = useAddress(readPaths);
  const { product_id, from, to, axis, where } = context.query;
  const parameters = {
    product_id,
    from,
    to,
    fold,
    length_from: minLength,
    ...(axis !== undefined && { axis }),
    ...(where !== undefined && { where }),
  };
  const { answer, failure, busy, reload, ...waited } = useReportQueryState(paths.operation, {
    ...parameters,
    limit: Number(limit),
    nodes: paths.nodes,
  });
  const report = answer?.report ?? null;
  const hasRows = failure === null && report !== null && (report.totals?.paths ?? 0) > 0;
  const { open, dialog } = useSelectedFigure((key, field) =>
    report === null
      ? null
      : figureOf(report, key, field, { ...parameters, top: Number(limit), nodes: paths.nodes }, translate),
  );
  return (
    <>
      <ReportBar
        context={context}
        file={{ path: paths.path, parameters, columns: paths.columns, sort: null }}
        waited={waited}
      />
      <section className={`tp-panel${busy && report !== null ? ' tp-dim' : ''}`} aria-busy={busy}>
        <FlowFields fold={fold} minShare={minShare} go={go} />
        {hasRows ? (
          <FlowChart report={report} minShare={minShare} note={context.note} open={open} />
        ) : (
          <NoFlow context={context} failure={failure} onAgain={reload} isLoading={report === null} />
        )}
      </section>
      {hasRows && (
        <TopPanel report={report} limit={limit} minLength={minLength} go={go} busy={busy} open={open} />
      )}
      {dialog}
    </>
  );
};

const METRICS = ['cv', 'amount_sum'] as const;

/**
 * The figures and the label of a key in the address: the totals, the other paths, a path, or a link of the
 * flow.
 */
const namedFigures = (report: PathsReport, key: string, translate: Translate) => {
  const path = present(report.rows).find(row => row.key === key);
  if (path !== undefined) {
    const label = present(path.steps)
      .map(step => stopName(step, translate))
      .join(' → ');
    return { label, figures: path };
  }
  const link = linksOf(report).find(one => linkKey(one) === key);
  if (link !== undefined) {
    const nameOf = (stop: string) =>
      stopName(present(report.nodes).find(one => one.key === stop) ?? { key: stop, label: '' }, translate);
    return { label: `${nameOf(link.from)} → ${nameOf(link.to)}`, figures: link };
  }
  const { totals, others } = report;
  if (key === TOTAL) return { label: translate('paths.all', { count: totals?.paths ?? 0 }), figures: totals };
  const figures = key === 'others' ? others : null;
  return { label: translate('paths.other_paths', { count: others?.paths ?? 0 }), figures };
};

/** The figure of a key and a field in the address; null: none has this name. */
const figureOf = (
  report: PathsReport,
  key: string,
  field: string | null,
  parameters: Omit<SelectedFigure['query'], 'key'>,
  translate: Translate,
): SelectedFigure | null => {
  const { label, figures } = namedFigures(report, key, translate);
  const metric = METRICS.find(one => one === field) ?? METRICS[0];
  if (figures === null) return null;
  return {
    label,
    metric,
    value: figures[metric],
    watermark: report.watermark,
    query: { ...parameters, analysis: 'paths', key },
    choices: METRICS.map(one => ({ field: one, metric: one })),
    contacts: null,
    periods: null,
  };
};

import { useMemo } from 'react';
import { FormattedMessage } from 'react-intl';
import {
  countedPaths,
  FLOW_NODES,
  MIN_SHARES,
  PATH_LIMITS,
  paths,
  USUAL_MIN_SHARE,
  type PathsReport,
  type PathsSearch,
} from '../../../analyses/paths.ts';
import { Chart } from '../../../components/chart/chart.tsx';
import { Choice } from '../../../components/choice.tsx';
import { present } from '../../../resources/row.ts';
import '../../credit/credit.css';
import type { SelectedFigure } from '../drilldown/selected-figure.ts';
import type { Translate } from '../report/figures.ts';
import { useMarked } from '../report/deleted-entries.ts';
import type { Axis } from '../../../analyses/axes.ts';
import { ReportFooter } from '../../report-footer.tsx';
import { flowOf, linkKey, linksOf, stopName, stopsOf, withStops } from './path-shapes.ts';
import './paths.css';
import { ReportBar } from '../search/report-bar.tsx';
import type { Navigate } from '../report/context.ts';
import { ReportPanel } from '../report/report-panel.tsx';
import { TOTAL, useSelectedFigure, type DrillDownDialog } from '../drilldown/use-selected-figure.tsx';
import { useOwnReport } from '../report/use-own-report.ts';
import { useTranslate } from '../report/use-report.ts';
import { TopPaths } from './top-paths.tsx';
import type { ViewProps } from './views.ts';

/** The columns of the table and of the file. */
const FILE_COLUMNS = ['label', 'length', 'cv', 'share', 'amount_sum', 'amount_avg', 'attr_avg'];

interface TopPanelProps extends Pick<PathsSearch, 'limit' | 'minLength'> {
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
            options={PATH_LIMITS.map(value => ({
              value,
              label: translate('analysis.top', { count: Number(value) }),
            }))}
            onChange={chosen =>
              go({ limit: chosen === PATH_LIMITS[0] ? undefined : chosen }, { replace: true })
            }
          />
        </div>
      </header>
      <TopPaths rows={present(report.rows)} others={report.others} totals={report.totals} open={open} />
      <ReportFooter report={report} />
    </section>
  );
};

interface FlowFieldsProps extends Pick<PathsSearch, 'fold' | 'minShare'> {
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
        options={MIN_SHARES.map(value => ({
          value,
          label:
            value === '0'
              ? translate('paths.min_share.all')
              : translate('paths.min_share.from', { share: value }),
        }))}
        onChange={chosen =>
          go({ min_share: chosen === USUAL_MIN_SHARE ? undefined : chosen }, { replace: true })
        }
      />
    </div>
  );
};

interface FlowChartProps {
  readonly report: PathsReport;
  readonly minShare: PathsSearch['minShare'];
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

/** The report, in which the names of deleted ads, networks and the like are marked. */
const useMarkedPaths = (report: PathsReport | null, axis: Axis, translate: Translate): PathsReport | null => {
  const stops = useMemo(() => (report === null ? null : stopsOf(report)), [report]);
  const marked = useMarked(stops, { axis, by: null }, translate);
  return useMemo(
    () => (report === null || marked === null ? null : withStops(report, marked)),
    [report, marked],
  );
};

const hasPaths = ({ totals }: PathsReport): boolean => (totals?.paths ?? 0) > 0;

/**
 * The paths of an attribution report: the flow of contacts up to the conversion, and the most frequent
 * paths with their results.
 */
export const PathsView = ({ host }: ViewProps) => {
  const translate = useTranslate();
  const shown = useOwnReport(paths, host);
  const { context, own, go, query } = shown;
  const report = useMarkedPaths(shown.report, context.search.axis, translate);
  const { fold, limit, minShare, minLength } = own;
  const parameters = countedPaths(shown.shared, own);
  const { open, dialog } = useSelectedFigure((key, field) =>
    report === null
      ? null
      : figureOf(report, key, field, { ...parameters, top: Number(limit), nodes: FLOW_NODES }, translate),
  );
  return (
    <>
      <ReportBar
        context={context}
        file={{ path: paths.path, parameters, columns: FILE_COLUMNS, sort: null }}
        waited={query}
      />
      <ReportPanel
        shown={{ ...shown, report }}
        hasRows={hasPaths}
        head={<FlowFields fold={fold} minShare={minShare} go={go} />}
      >
        {answered => <FlowChart report={answered} minShare={minShare} note={context.note} open={open} />}
      </ReportPanel>
      {query.failure === null && report !== null && hasPaths(report) && (
        <TopPanel report={report} limit={limit} minLength={minLength} go={go} busy={query.busy} open={open} />
      )}
      {dialog}
    </>
  );
};

/** The figures of the table that have a drill-down. */
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

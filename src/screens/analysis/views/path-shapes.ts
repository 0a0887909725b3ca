import type { PathsReport, PathStep } from '../../../analyses/paths.ts';
import type { FlowNode, FlowShape } from '../../../components/chart/shape.ts';
import { present } from '../../../resources/row.ts';
import type { Translate } from '../report/figures.ts';

/** Message ids of steps that are no row of the report. */
const WORDS: Readonly<Record<string, string>> = {
  none: 'analysis.unset',
  hidden: 'paths.hidden',
  others: 'paths.others',
  conversion: 'paths.conversion',
};

/** The name of a step. */
export const stopName = ({ key, label }: PathStep, translate: Translate): string => {
  const word = WORDS[key] ?? (label === '' ? 'analysis.unset' : undefined);
  return word === undefined ? label : translate(word);
};

/** The steps and nodes of the report, each key once. */
export const stopsOf = ({ nodes, rows }: PathsReport): readonly PathStep[] => {
  const stops = [...present(nodes), ...present(rows).flatMap(({ steps }) => present(steps))];
  return [...new Map(stops.map(stop => [stop.key, stop])).values()];
};

/** The report with other names of its steps and nodes. */
export const withStops = (report: PathsReport, stops: readonly PathStep[]): PathsReport => {
  const byKey = new Map(stops.map(stop => [stop.key, stop]));
  const renamed = <Stop extends PathStep>(stop: Stop): Stop => ({ ...stop, ...byKey.get(stop.key) });
  return {
    ...report,
    nodes: present(report.nodes).map(renamed),
    rows: present(report.rows).map(row => ({ ...row, steps: present(row.steps).map(renamed) })),
  };
};

const CONVERSION = 'conversion';

/** The part of the report that the flow chart shows. */
type Flow = Pick<PathsReport, 'nodes' | 'links'> & {
  readonly totals: Pick<NonNullable<PathsReport['totals']>, 'cv'> | null;
};

/**
 * The links of the flow with a value, in their order in the chart.
 * @param minShare least share of all conversions, in percent
 */
export const linksOf = ({ links, totals }: Omit<Flow, 'nodes'>, minShare = 0) =>
  present(links).filter(({ cv }) => cv > 0 && cv * 100 >= minShare * (totals?.cv ?? 0));
/** The key of a link in addresses: the position and the keys of both ends. */
export const linkKey = ({
  step,
  from,
  to,
}: {
  readonly step: number;
  readonly from: string;
  readonly to: string;
}): string => `${step}>${from}>${to}`;

/**
 * The flow chart of contacts from step to step up to the conversion. A node is a row of the report at one
 * step.
 * @param minShare least share of all conversions of a drawn link, in percent
 */
export const flowOf = (report: Flow, translate: Translate, minShare = 0): FlowShape => {
  const links = present(report.links);
  const names = new Map(present(report.nodes).map(node => [node.key, stopName(node, translate)]));
  const nameOf = (key: string): string => names.get(key) ?? stopName({ key, label: key }, translate);
  const last = Math.max(0, ...links.map(({ step }) => step)) + 1;
  const idOf = (key: string, step: number): string => (key === CONVERSION ? CONVERSION : `${step}:${key}`);
  const nodes = new Map<string, FlowNode>();
  const put = (key: string, step: number): string => {
    const id = idOf(key, step);
    if (!nodes.has(id))
      nodes.set(id, {
        id,
        name: nameOf(key),
        step: key === CONVERSION ? last : step,
        ...(key === CONVERSION ? { last: true } : WORDS[key] !== undefined && { faint: true }),
      });
    return id;
  };
  const flows = linksOf(report, minShare).map(({ step, from, to, cv }) => ({
    from: put(from, step),
    to: put(to, step + 1),
    value: cv,
  }));
  return {
    kind: 'flow',
    title: translate('paths.flow'),
    unit: translate('metric.cv.name'),
    format: 'count',
    stepName: step =>
      step === last - 1 && last > 6 ? translate('paths.last_step') : translate('paths.step', { step }),
    nodes: [...nodes.values()],
    links: flows,
  };
};

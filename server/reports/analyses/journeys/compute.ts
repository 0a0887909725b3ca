import type { Viewer } from '../../../http/visibility.ts';
import { leftOut } from '../../../store/clickhouse/queries/counts.ts';
import {
  busiestRows,
  journeyLinks,
  topJourneys,
  type JourneyCount,
  type JourneyLink,
  type Journeys,
} from '../../../store/clickhouse/queries/journeys.ts';
import { axisOf, type AxisNumber } from '../../parse/axes.ts';
import { authorizeAnalysis, type AnalysisContext } from '../../parse/analysis-query.ts';
import { showNode } from './nodes.ts';
import type { ReportParts } from '../../parse/query.ts';
import { analysisOf, type CountPlan } from '../../plan/stages.ts';
import type { Scope } from '../../../store/clickhouse/queries/scope.ts';
import { labelsOf } from '../../count/labels.ts';
import { HIDDEN, rowsOfAds, type AdRows } from '../../count/rows.ts';
import { analysisRules } from '../../shape/answer-rules.ts';
import type { JourneyParameters } from './query.ts';
import { watermarkFields } from '../../parse/watermark.ts';

/**
 * The path explorer: the paths to conversions, most frequent first, and the transitions from step to step.
 */

/** Number of steps of a path that the answer lists individually. */
const MAX_LISTED_STEPS = 20;
/** The positions of the flow; the last one is for the last contact of longer paths. */
export const FLOW_STEPS = 6;

/** The rows of a flow, without those of conversions without a contact. */
type FlowRows = Pick<AdRows, 'grouping' | 'read'>;

/**
 * Ads as rows for a viewer limited to some ads: the others form one hidden row, because the path explorer
 * names its rows.
 */
const rowsOfViewer = ({ ads, visible }: AnalysisContext, axis: AxisNumber): FlowRows => {
  const { grouping, read } = rowsOfAds([axisOf(axis).name], { ads, shown: visible });
  if (visible === 'all' || grouping !== null) return { grouping, read };
  return { grouping: { ads: [...visible], rows: [...visible], other: HIDDEN }, read };
};

const over = (part: number, denominator: number): number | null =>
  denominator === 0 ? null : part / denominator;

interface JourneyPlan extends AnalysisContext, CountPlan {
  readonly viewer: Viewer;
  readonly axis: AxisNumber;
  readonly rows: FlowRows;
  /** The paths that the query selects. */
  readonly journeys: Journeys;
}

/** @throws {Failure} `invalid`, `no_permission_for_data` */
export const planJourneys = async (
  parts: ReportParts,
  viewer: Viewer,
  { axis, fold, minLength, ...query }: Omit<JourneyParameters, 'limit' | 'nodes'>,
): Promise<JourneyPlan> => {
  const context = await authorizeAnalysis(parts, viewer, query);
  const rows = rowsOfViewer(context, axis);
  const known = context.shown === 'all' ? null : [...context.shown];
  return {
    ...context,
    span: context.period,
    viewer,
    axis,
    rows,
    journeys: { grouping: rows.grouping, known, fold, minLength },
  };
};

/** Counts of conversions as answers represent them. @param all the conversions that the shares refer to */
const figuresOf = (
  { cv, amount, elapsed }: Pick<JourneyCount, 'cv' | 'amount' | 'elapsed'>,
  all: number,
) => ({
  cv,
  share: over(cv, all),
  amount_sum: amount,
  amount_avg: over(amount, cv),
  attr_avg: over(elapsed / 1000, cv),
});

/** The sums of the paths that are not listed individually. */
const otherPaths = (
  top: readonly JourneyCount[],
  totals: Pick<JourneyCount, 'cv' | 'amount' | 'elapsed'> & { readonly paths: number },
) => {
  const sum = (valueOf: (one: JourneyCount) => number) => top.reduce((total, one) => total + valueOf(one), 0);
  return {
    paths: totals.paths - top.length,
    ...figuresOf(
      {
        cv: totals.cv - sum(one => one.cv),
        amount: totals.amount - sum(one => one.amount),
        elapsed: totals.elapsed - sum(one => one.elapsed),
      },
      totals.cv,
    ),
  };
};

/** The rows of the steps of a flow; steps without a row come last. */
const flowNodes = (links: readonly JourneyLink[]): readonly number[] =>
  [...new Set(links.flatMap(({ from, to }) => [from, to]))].toSorted(
    (a, b) => Number(a < 0) - Number(b < 0) || a - b,
  );

/** The plan of the answer, with its limits. */
type AnswerPlan = JourneyPlan & Pick<JourneyParameters, 'limit' | 'nodes'>;

const planAnswer = async (
  parts: ReportParts,
  viewer: Viewer,
  { limit, nodes, ...query }: JourneyParameters,
): Promise<AnswerPlan> => ({ ...(await planJourneys(parts, viewer, query)), limit, nodes });

const countJourneys = async (parts: ReportParts, scope: Scope, plan: AnswerPlan) => {
  const { journeys, shown, viewer, axis } = plan;
  const { columnar } = parts;
  const [{ top, totals }, links, out, labelOf] = await Promise.all([
    topJourneys(columnar, scope, journeys, plan.limit, MAX_LISTED_STEPS),
    busiestRows(columnar, scope, journeys, plan.nodes).then(nodes =>
      journeyLinks(columnar, scope, journeys, nodes, FLOW_STEPS),
    ),
    leftOut(columnar, scope, shown === 'all' ? null : [...shown]),
    labelsOf(parts, viewer, plan, [axisOf(axis).name]),
  ]);
  return { top, totals, links, out, labelOf };
};

const deriveJourneys = (
  { rows }: AnswerPlan,
  { top, totals, links, out, labelOf }: Awaited<ReturnType<typeof countJourneys>>,
) => {
  const node = (row: number) => showNode(row, rows, labelOf);
  return {
    out,
    paths: top.map(one => ({
      key: one.key,
      steps: one.steps.map(node),
      length: one.length,
      ...figuresOf(one, totals.cv),
    })),
    others: otherPaths(top, totals),
    totals: { paths: totals.paths, ...figuresOf(totals, totals.cv) },
    nodes: flowNodes(links).map(node),
    links: links.map(({ step, from, to, cv, amount }) => ({
      step,
      from: node(from).key,
      to: node(to).key,
      cv,
      amount_sum: amount,
    })),
  };
};

const shapeJourneys = (
  plan: AnswerPlan,
  { out, paths, others, totals, nodes, links }: ReturnType<typeof deriveJourneys>,
  watermark: string,
) => ({
  rules: {
    ...analysisRules(plan, plan.where),
    axis: plan.axis,
    fold: plan.journeys.fold,
    length_from: plan.journeys.minLength,
    limit: plan.limit,
    steps: FLOW_STEPS,
  },
  ...watermarkFields(watermark),
  left_out: out,
  rows: paths,
  others,
  totals,
  nodes,
  links,
});

/**
 * A viewer limited to some ads sees the paths that contain one of them, with the positions of others as
 * "hidden".
 *
 * @throws {Failure} `invalid`, `no_permission_for_data`, `timed_out`
 */
export const computeJourneys = analysisOf(planAnswer, {
  count: countJourneys,
  derive: deriveJourneys,
  shape: shapeJourneys,
});

import type { Viewer } from '../../http/visibility.ts';
import type { Scope } from '../../store/clickhouse/queries/scope.ts';
import type { Period } from '../parse/period.ts';
import type { ReportOptions, ReportParts, ReportRules } from '../parse/query.ts';
import { buildAtSnapshot } from './snapshot.ts';

/**
 * The stages of an analysis: parse -> plan -> count -> derive -> shape. Its `query.ts` parses the address; the
 * other stages are functions of its `compute.ts`, which {@link runStages} runs at one state of the data.
 */

/** What a plan states about the state of the data that its counts need. */
export interface CountPlan {
  readonly rules: ReportRules;
  /** The range in ms whose events are counted. */
  readonly span: Pick<Period, 'from' | 'until'>;
  /** Whether rollups lack what the query needs, so that only the events can answer. */
  readonly fromEvents?: boolean;
}

export interface Stages<Plan extends CountPlan, Counts, Derived, Answer> {
  /** Reads the stores. It may run again, where the rollups change during a read. */
  readonly count: (parts: ReportParts, scope: Scope, plan: Plan) => Promise<Counts>;
  /** Computes what the counts mean. Pure: it runs while the stores check that the rollups are unchanged. */
  readonly derive: (plan: Plan, counts: Counts) => Derived;
  /** Builds the answer. Pure. @param watermark the last event that counts */
  readonly shape: (plan: Plan, derived: Derived, watermark: string) => Answer;
}

/**
 * Counts, derives and shapes at one state of the data, which the plan and the freshness of rollups decide.
 *
 * @throws {Failure} `timed_out`
 */
export const runStages = async <Plan extends CountPlan, Counts, Derived, Answer>(
  parts: ReportParts,
  plan: Plan,
  { count, derive, shape }: Stages<Plan, Counts, Derived, Answer>,
  { signal, ...options }: ReportOptions = {},
): Promise<Answer> => {
  const { answer, watermark } = await buildAtSnapshot(
    parts,
    {
      rules: plan.rules,
      period: plan.span,
      signal,
      count: scope => count(parts, scope, plan),
      build: counts => derive(plan, counts),
    },
    { ...options, ...(plan.fromEvents === true && { source: 'events' }) },
  );
  return shape(plan, answer, watermark);
};

/** An analysis that plans a query and runs its other stages. */
export const analysisOf =
  <Query, Plan extends CountPlan, Counts, Derived, Answer>(
    plan: (parts: ReportParts, viewer: Viewer, query: Query) => Promise<Plan>,
    stages: Stages<Plan, Counts, Derived, Answer>,
  ) =>
  /** @throws {Failure} `invalid`, `no_permission_for_data`, `timed_out` */
  async (parts: ReportParts, viewer: Viewer, query: Query, options: ReportOptions = {}): Promise<Answer> =>
    runStages(parts, await plan(parts, viewer, query), stages, options);

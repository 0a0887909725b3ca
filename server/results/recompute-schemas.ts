import { Type } from '@fastify/type-provider-typebox';
import { Closed, component, Day, EventId, Id, Nullable, words } from '../http/schemas.ts';
import { RECOMPUTATION_STATES } from '../store/postgres/schema/index.ts';

/** Schemas of the routes of recomputations. */

const STATUS = '0 pending, 1 approved, 2 rejected';
const Status = (description: string) =>
  Type.Integer({ minimum: 0, maximum: 2, description: `${description}: ${STATUS}` });
const Conversions = (description: string) => Type.Integer({ minimum: 0, description });

export const RecomputationForm = component(
  'RecomputationForm',
  Closed({
    product_id: Id('ID of the product'),
    from: Day('First day of the conversions, Tokyo time'),
    to: Day('Last day of the conversions, Tokyo time, included'),
  }),
);
export const RecomputationPlan = component(
  'RecomputationPlan',
  Closed({
    digest: Type.String({
      minLength: 1,
      maxLength: 64,
      description: 'Digest of the plan that the client read',
    }),
  }),
);
export const RecomputationState = words(
  'RecomputationState',
  RECOMPUTATION_STATES,
  'State of the recomputation. planning: the plan is being made; planned: the plan is ready; applying: in progress; done: applied; cancelled: the rest was cancelled; overtaken: a batch would have had another outcome than planned; failed: an error occurred',
);

const changes = {
  made: Type.Integer({ description: 'Number of new results' }),
  moved: Type.Integer({ description: 'Number of undecided results whose status changes' }),
  rejudged: Type.Integer({
    description: 'Number of undecided results whose checks change but whose status does not',
  }),
};
export const RecomputationChanges = component('RecomputationChanges', Closed(changes));

export const Recomputation = component(
  'Recomputation',
  Closed({
    id: Id(),
    product_id: Id('ID of the product'),
    from: Day('First day of the conversions, Tokyo time'),
    to: Day('Last day of the conversions, Tokyo time, included'),
    state: RecomputationState.ref,
    conversions: Conversions('Number of conversions in the period; an estimate until the plan is ready'),
    planned: Conversions('Number of conversions that are planned'),
    applied: Conversions('Number of conversions that are applied'),
    ...changes,
    irreversible: Type.Integer({
      description:
        'Number of undecided results that would become pending again; they do not change, because the lifecycle has no such transition',
    }),
    decided: Type.Integer({ description: 'Number of results that a person decided; they never change' }),
    ineligible: Type.Integer({
      description: 'Number of results that the current settings would not create; they do not change',
    }),
    digest: Type.String({ description: 'Digest of the plan; empty until the plan is ready' }),
    done: RecomputationChanges.ref,
    examples: Type.Array(
      Closed({
        conversion_id: EventId(),
        result_id: Nullable(Type.Number({ description: 'ID of the result; null: a new result' })),
        asp_id: Id(),
        asp_name: Type.String(),
        cv_ad_id: Nullable(Id()),
        cv_ad_name: Type.String(),
        from_status: Nullable(Status('Current status, null for a new result')),
        to_status: Status('Status by the plan'),
        rule: Type.String({ description: 'Rule that decides' }),
      }),
      { description: 'The first 100 results of a ready plan that are new or change their status' },
    ),
  }),
);
export const CurrentRecomputation = component(
  'CurrentRecomputation',
  Closed({
    recomputations: Type.Array(Recomputation.ref, {
      maxItems: 1,
      description: 'The recomputation that is being applied, otherwise the last one of the user; empty: none',
    }),
  }),
);

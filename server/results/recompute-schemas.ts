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
    product_id: Id('The product'),
    from: Day('First day of the conversions, Tokyo'),
    to: Day('Last day, included'),
  }),
);
export const RecomputationPlan = component(
  'RecomputationPlan',
  Closed({
    digest: Type.String({ minLength: 1, maxLength: 64, description: 'Names the plan that was shown' }),
  }),
);
export const RecomputationState = words(
  'RecomputationState',
  RECOMPUTATION_STATES,
  'The plan is made, is ready, is applied; all is applied, the rest was cancelled, would have become something else, failed',
);

const changes = {
  made: Type.Integer({ description: 'Results that are made newly' }),
  moved: Type.Integer({ description: 'Undecided results that get another status' }),
  rejudged: Type.Integer({
    description: 'Undecided results whose judgements change and whose status does not',
  }),
};
export const RecomputationChanges = component('RecomputationChanges', Closed(changes));

export const Recomputation = component(
  'Recomputation',
  Closed({
    id: Id(),
    product_id: Id('The product'),
    from: Day('First day of the conversions, Tokyo'),
    to: Day('Last day, included'),
    state: RecomputationState.ref,
    conversions: Conversions('In the period; about, until the plan is made'),
    planned: Conversions('So many are planned'),
    applied: Conversions('So many are applied'),
    ...changes,
    kept: Type.Integer({
      description:
        'Undecided results that would be pending again, which the lifecycle does not have: they stay',
    }),
    decided: Type.Integer({ description: 'Results that a person decided over: never touched' }),
    unearned: Type.Integer({
      description: 'Results that the present settings would not make, decided or not: they stay',
    }),
    digest: Type.String({ description: 'Names the plan; empty until it is made' }),
    done: RecomputationChanges.ref,
    examples: Type.Array(
      Closed({
        conversion_id: EventId(),
        result_id: Nullable(Type.Number({ description: 'null: it is made newly' })),
        asp_id: Id(),
        asp_name: Type.String(),
        cv_ad_id: Nullable(Id()),
        cv_ad_name: Type.String(),
        from_status: Nullable(Status('Now; null: there is none')),
        to_status: Status('Then'),
        rule: Type.String({ description: 'By which rule' }),
      }),
      { description: 'The first hundred results of a ready plan that are made or moved' },
    ),
  }),
);
export const CurrentRecomputation = component(
  'CurrentRecomputation',
  Closed({
    recomputations: Type.Array(Recomputation.ref, {
      maxItems: 1,
      description: 'The one that is being applied, else the last one of the user; empty: there is none',
    }),
  }),
);

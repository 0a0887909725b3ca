import { Type } from '@fastify/type-provider-typebox';
import { Closed, component } from '../../../http/schemas.ts';
import { Text, ReportLeftOut } from '../../parse/schemas.ts';
import { Count, OrNull, Axis, period, rules, counted } from '../schema-fields.ts';

/** The contract of the path explorer. */

export const JourneyQuery = Closed({
  ...period,
  axis: Axis,
  fold: Type.Optional(Type.Boolean({ description: 'Repeated neighbours are one step; default false' })),
  limit: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 200, description: 'Paths listed singly; default 20' }),
  ),
  nodes: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 50,
      description: 'Rows with nodes of their own, those on the largest number of paths; default 15',
    }),
  ),
});
const walked = {
  cv: Count('Last CVs'),
  share: OrNull('Of all last CVs with a path'),
  amount_sum: Count('Their sales'),
  amount_avg: OrNull('amount_sum / cv'),
  attr_avg: OrNull('Mean time from the first contact to the conversion'),
};
export const JourneyNode = component(
  'JourneyNode',
  Closed({
    key: Text(
      'The number of the ad or group; "none"; "hidden": of other agencies; "others": rows that the flow does not tell apart; "conversion"',
    ),
    label: Text('Its name; empty where the key is a word'),
  }),
);
export const JourneyRow = component(
  'JourneyRow',
  Closed({
    key: Text('The same for the same path'),
    steps: Type.Array(JourneyNode.ref, { description: 'In order of time, the first 20' }),
    length: Type.Integer({ description: 'How many steps' }),
    ...walked,
  }),
);
export const JourneyOthers = component(
  'JourneyOthers',
  Closed({ paths: Count('Different paths'), ...walked }),
);
export const JourneyLink = component(
  'JourneyLink',
  Closed({
    step: Type.Integer({
      description:
        'Position of `from`, 1 to 6; of longer paths the last contact is at position 6, and those between are omitted',
    }),
    from: Text('Key of a node at this step'),
    to: Text('Key of a node at the next step, or "conversion"'),
    cv: Count('Last CVs that went this way'),
    amount_sum: Count('Their sales'),
  }),
);
export const JourneyRules = component(
  'JourneyRules',
  Closed({
    ...rules,
    axis: Type.Integer(),
    fold: Type.Boolean(),
    limit: Type.Integer(),
    steps: Type.Integer(),
  }),
);
export const ConversionPaths = component(
  'ConversionPaths',
  Closed({
    rules: JourneyRules.ref,
    ...counted,
    rows: Type.Array(JourneyRow.ref),
    others: JourneyOthers.ref,
    totals: JourneyOthers.ref,
    nodes: Type.Array(JourneyNode.ref),
    links: Type.Array(JourneyLink.ref),
  }),
);

/** The components that its answer refers to, in the order of the contract. */
export const journeyComponents = [
  ReportLeftOut,
  JourneyNode,
  JourneyRow,
  JourneyOthers,
  JourneyLink,
  JourneyRules,
  ConversionPaths,
] as const;

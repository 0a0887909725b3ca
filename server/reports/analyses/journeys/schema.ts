import { Type } from '@fastify/type-provider-typebox';
import { Closed, component } from '../../../http/schemas.ts';
import { Text, ReportLeftOut } from '../../parse/schemas.ts';
import { Count, OrNull, Axis, period, rules, counted } from '../schema-fields.ts';

/** The contract of the path explorer. */

/** Number of steps from which the list has a path. */
export const MinLength = Type.Optional(
  Type.Integer({
    minimum: 1,
    maximum: 20,
    description: 'Least number of steps of a path in the list; shorter ones are among the others; default 1',
  }),
);

export const JourneyQuery = Closed({
  ...period,
  axis: Axis,
  fold: Type.Optional(
    Type.Boolean({ description: 'Whether consecutive equal steps are one step; default false' }),
  ),
  length_from: MinLength,
  limit: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 200, description: 'Number of paths in the list; default 20' }),
  ),
  nodes: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 50,
      description: 'Number of rows with their own nodes, those on the most paths first; default 15',
    }),
  ),
});
const walked = {
  cv: Count('Number of last CVs'),
  share: OrNull('Share of all last CVs that have a path, as a fraction'),
  amount_sum: Count('Sales of the conversions in cv, in yen'),
  amount_avg: OrNull('amount_sum / cv'),
  attr_avg: OrNull('Mean time in seconds from the first contact to the conversion'),
};
export const JourneyNode = component(
  'JourneyNode',
  Closed({
    key: Text(
      'ID of the ad or group; "none": ads without a group; "hidden": ads of other agencies; "others": rows without their own node; "conversion"',
    ),
    label: Text('Name of the row; empty if the key is a word'),
  }),
);
export const JourneyRow = component(
  'JourneyRow',
  Closed({
    key: Text('Key of the path; equal paths have equal keys'),
    steps: Type.Array(JourneyNode.ref, { description: 'Steps of the path, oldest first; the first 20' }),
    length: Type.Integer({ description: 'Number of steps' }),
    ...walked,
  }),
);
export const JourneyOthers = component(
  'JourneyOthers',
  Closed({ paths: Count('Number of distinct paths'), ...walked }),
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
    cv: Count('Number of last CVs whose path contains this transition'),
    amount_sum: Count('Sales of the conversions in cv, in yen'),
  }),
);
export const JourneyRules = component(
  'JourneyRules',
  Closed({
    ...rules,
    axis: Type.Integer(),
    fold: Type.Boolean(),
    length_from: Type.Integer(),
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

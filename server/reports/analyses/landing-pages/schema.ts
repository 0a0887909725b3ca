import { Type } from '@fastify/type-provider-typebox';
import { Closed, component, Id, Nullable } from '../../../http/schemas.ts';
import { Text, ReportLeftOut } from '../../parse/schemas.ts';
import { Count, OrNull, Model, period, rules, counted } from '../schema-fields.ts';

/** The contract of landing page optimisation. */

export const LpoQuery = Closed({ ...period, model: Model });
const landed = {
  clicks: Count('Number of contacts that landed on the page'),
  cv: Count('Number of last CVs whose last contact landed on the page'),
  cvr: OrNull('cv / clicks'),
  cv_division: Count('Attributed last CVs'),
  attr_cvr: OrNull('cv_division / clicks'),
  amount_sum: Count('Sales of the conversions in cv, in yen'),
  amount_division: Count('Attributed sales in whole yen; the rows sum to the total sales'),
};
export const LpoRow = component(
  'LpoRow',
  Closed({
    key: Text('Key of the row: ad:redirect:entry:url, or "no_contact"'),
    ad_id: Nullable(Id('ID of the ad; null: no contact')),
    ad_name: Text(),
    redirect_id: Nullable(Id('ID of the redirect; null: a direct link')),
    lpo_number: Nullable(Type.Integer({ description: 'Number of the LPO entry; null: none was chosen' })),
    title: Text('Current title of the LPO entry'),
    url: Text('Current URL of the LPO entry, or the landing URL of the contacts, without the query string'),
    ...landed,
    other_key: Nullable(
      Text('Key of the other page of the same redirect with the best conversion rate; null: none'),
    ),
    difference: OrNull('cvr minus the cvr of the other page'),
    z: OrNull('Difference in standard errors'),
    p_value: OrNull(
      'p-value of a pooled two-sided z-test of two proportions (Fleiss, Levin, Paik 2003, 2.4); null: not enough data',
    ),
    enough: Type.Boolean({ description: 'Whether each of the four expected counts is at least 5' }),
    verdict: Nullable(
      Text(
        'Comparison with the other page: better or worse (p_value below 0.05), even, few (not enough data), alone (no other page); null: no contact',
      ),
    ),
  }),
);
export const LpoTotals = component('LpoTotals', Closed(landed));
export const LpoRules = component('LpoRules', Closed({ ...rules, model: Type.Integer() }));
export const Lpo = component(
  'Lpo',
  Closed({ rules: LpoRules.ref, ...counted, rows: Type.Array(LpoRow.ref), totals: LpoTotals.ref }),
);

/** The components that its answer refers to, in the order of the contract. */
export const landingPageComponents = [ReportLeftOut, LpoRow, LpoTotals, LpoRules, Lpo] as const;

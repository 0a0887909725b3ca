import { Type } from '@fastify/type-provider-typebox';
import { Closed, component, Id, Nullable } from '../../../http/schemas.ts';
import { Text, ReportLeftOut } from '../../parse/schemas.ts';
import { Count, OrNull, Model, period, rules, counted } from '../schema-fields.ts';

/** The contract of landing page optimisation. */

export const LpoQuery = Closed({ ...period, model: Model });
const landed = {
  clicks: Count('Contacts that landed here'),
  cv: Count('Last CVs whose last contact landed here'),
  cvr: OrNull('cv / clicks'),
  cv_division: Count('Distributed last CVs'),
  attr_cvr: OrNull('cv_division / clicks'),
  amount_sum: Count('Sales of cv'),
  amount_division: Count('Distributed sales, whole yen that sum to the sales'),
};
export const LpoRow = component(
  'LpoRow',
  Closed({
    key: Text('ad:redirect:entry:address, or "no_contact"'),
    ad_id: Nullable(Id('Null: no contact')),
    ad_name: Text(),
    redirect_id: Nullable(Id('Null: a direct link')),
    lpo_number: Nullable(Type.Integer({ description: 'Which LPO entry; null: none was chosen' })),
    title: Text("The entry's present title"),
    url: Text("The entry's present address, or where the contacts landed, without the query"),
    ...landed,
    other_key: Nullable(Text('The best converting other page of the same redirect; null: there is none')),
    difference: OrNull('cvr less that of the other page'),
    z: OrNull('The same in standard errors'),
    p_value: OrNull(
      'How likely chance alone makes such a difference: two-sided z test of two proportions, pooled (Fleiss, Levin, Paik 2003, 2.4); null: not enough',
    ),
    enough: Type.Boolean({ description: 'Each of the four expected counts is at least 5' }),
    verdict: Nullable(
      Text(
        'Beside that other page: better or worse where p_value is below 0.05, even, few (not enough to tell), alone (no other page); null: no contact',
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

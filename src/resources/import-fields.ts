/** Fields of an import's template in order. The server accepts more fields, and several headings for each. */
export const IMPORT_FIELDS: Readonly<Record<'ads' | 'costs', readonly string[]>> = {
  ads: [
    'id',
    'name',
    'redirect_url',
    'ad_post_url',
    'ad_description',
    'ad_category',
    'ad_type1',
    'ad_type2',
    'ad_type3',
    'asp',
    'agency',
    'period_from',
    'period_to',
    'direct_link',
    'click_cost',
    'cv_cost',
    'ad_fee',
    'args',
  ],
  costs: ['ad_id', 'ad_name', 'day', 'cost'],
};

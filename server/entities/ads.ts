import { Type } from '@fastify/type-provider-typebox';
import {
  code,
  dayOrNone,
  entity,
  flag,
  lifecycleFields,
  number,
  numberOrNone,
  shown,
  text,
  textOrNone,
  integer,
  yen,
} from '../records/entity.ts';
import {
  AdParameters,
  AdParametersForm,
  AutoApproval,
  AutoApprovalForm,
  LpoEntry,
  LpoEntryForm,
  MAX_LPO_ENTRIES,
  NO_CHECKS,
  readAutoApproval,
  storeAutoApproval,
  storeParameters,
} from './referenced-rows.ts';
import { all, ownParameters, periodInOrder, ratesSum } from './rules.ts';
import {
  fixed,
  LENGTHS,
  money,
  optional,
  optionalFlag,
  optionalRow,
  required,
  requiredRow,
} from '../records/writing.ts';

/** Entities of ads, their groups and their redirects. */

export const RESULT_FLAG = { 0: 'invalid', 1: 'active', 2: 'active always' };
export const product_id = fixed(requiredRow(number('Product of the row; immutable')));

const landing = {
  lpo_flag: optionalFlag(flag('Whether the landing page is chosen by the rates of the LPO entries')),
  lpo_entries: optional(
    shown(Type.Array(LpoEntry.ref, { description: 'LPO entries, at most five' })),
    [],
    {},
    {
      schema: Type.Array(LpoEntryForm.ref, {
        maxItems: MAX_LPO_ENTRIES,
        description: 'LPO entries, at most five; their rates must sum to 100 if lpo_flag is true',
      }),
    },
  ),
  dynamic_lpurl: optionalFlag(flag('Whether the request may name the landing page (dynamic landing URL)')),
};

export const ads = entity({
  name: 'ads',
  one: 'ad',
  path: 'ads',
  component: 'Ad',
  label: 'name',
  description: 'Ads. Agency users see the ads of their agency.',
  searched: ['name', 'ad_description', 'redirect_url', 'asp_name', 'agency_name', 'ad_category_name'],
  fields: {
    product_id,
    name: required(text('Name'), { maxLength: LENGTHS.name }),
    ad_post_url: optional(text('URL of the page that shows the ad'), '', {
      maxLength: LENGTHS.url,
      format: 'url',
    }),
    ad_description: optional(text('Description of the ad'), '', { maxLength: LENGTHS.text }),
    ad_category: optionalRow(numberOrNone('Category of the ad')),
    ad_category_name: textOrNone("Name of the ad's category"),
    ad_type1: optionalRow(numberOrNone('First ad type of the ad')),
    ad_type1_title: textOrNone("Title of the ad's first type"),
    ad_type2: optionalRow(numberOrNone('Second ad type of the ad')),
    ad_type2_title: textOrNone("Title of the ad's second type"),
    ad_type3: optionalRow(numberOrNone('Third ad type of the ad')),
    ad_type3_title: textOrNone("Title of the ad's third type"),
    asp: optionalRow(numberOrNone('Ad network of the ad')),
    asp_name: textOrNone("Name of the ad's network"),
    agency: optionalRow(numberOrNone('Agency of the ad')),
    agency_name: textOrNone("Name of the ad's agency"),
    period_from: optional(dayOrNone("First day of the ad's period; null: no start"), null),
    period_to: optional(dayOrNone("Last day of the ad's period, included; null: no end"), null),
    redirect_url: required(text('URL of the landing page without LPO'), {
      maxLength: LENGTHS.url,
      format: 'url',
    }),
    direct_link: optionalFlag(
      flag("Whether a landing with the ad's direct link parameter counts as a contact"),
    ),
    ...landing,
    performance_cv_flag: optionalFlag(
      flag('Whether the ad can be the performance CV ad of a conversion'),
      true,
    ),
    click_cost: money(yen('Click cost: cost of one contact'), 'click-cost'),
    cv_cost: money(yen('CV cost: cost of one result'), 'cv-cost'),
    ad_fee: money(yen('Fixed fee for the whole period of the ad'), 'ad-fee'),
    args: optional(text('Result identifier'), '', { maxLength: LENGTHS.code }),
    own_parameters: optionalFlag(
      flag("Whether the ad's own parameter names replace those of the ad network"),
    ),
    parameters: optional(
      shown(AdParameters.ref),
      {},
      {},
      { schema: AdParametersForm.ref, store: storeParameters },
    ),
    own_result_notice: optionalFlag(
      flag("Whether the ad's own result notification replaces that of the ad network"),
    ),
    result_flag: optional(code('Result notification', RESULT_FLAG), 0),
    own_auto_approval: optionalFlag(
      flag("Whether the ad's own auto approval replaces that of the ad network"),
    ),
    auto_approval: optional(
      shown(AutoApproval, readAutoApproval),
      NO_CHECKS,
      {},
      { schema: AutoApprovalForm, store: storeAutoApproval },
    ),
    ...lifecycleFields,
  },
  writing: {
    verb: 'put',
    create: 'settings',
    update: 'settings',
    remove: 'settings',
    references: {
      product_id: { to: 'products' },
      ad_category: { to: 'adCategories' },
      asp: { to: 'asps' },
      agency: { to: 'agencies' },
      ad_type1: { to: 'adTypes', where: { sequence: 1 } },
      ad_type2: { to: 'adTypes', where: { sequence: 2 } },
      ad_type3: { to: 'adTypes', where: { sequence: 3 } },
    },
    rules: all(ratesSum, periodInOrder, ownParameters),
  },
});

export const redirects = entity({
  name: 'redirects',
  one: 'redirect',
  path: 'redirects',
  component: 'Redirect',
  label: 'redirect_url',
  description: "Redirects: click URLs of ads. Agency users see the redirects of their agency's ads.",
  searched: ['redirect_url', 'ad_name', 'redirect_id'],
  fields: {
    redirect_id: number('ID of the redirect, which is part of its click URL'),
    product_id,
    ad_id: requiredRow(number('Ad of the redirect')),
    ad_name: text("Name of the redirect's ad"),
    redirect_url: required(text('URL of the landing page'), { maxLength: LENGTHS.url, format: 'url' }),
    redirect_flag: optionalFlag(
      flag('Whether the redirect is active; false: clicks lead to the landing page of the ad'),
      true,
    ),
    ...landing,
    ...lifecycleFields,
  },
  writing: {
    verb: 'put',
    create: 'settings',
    update: 'settings',
    remove: 'settings',
    references: { product_id: { to: 'products' }, ad_id: { to: 'ads' } },
    holder: { field: 'ad_id', to: 'ads', failure: 'ad_deleted' },
    rules: ratesSum,
  },
});

export const adCategories = entity({
  name: 'adCategories',
  one: 'adCategory',
  path: 'ad_categories',
  component: 'AdCategory',
  label: 'name',
  description: 'Ad categories.',
  searched: ['name'],
  fields: {
    product_id,
    kind: optional(integer('Kind of the category, 0 to 3'), 0, { minimum: 0, maximum: 3 }),
    name: required(text('Name'), { maxLength: LENGTHS.name }),
    ...lifecycleFields,
  },
  writing: {
    verb: 'put',
    create: 'settings',
    update: 'settings',
    remove: 'settings',
    references: { product_id: { to: 'products' } },
  },
});

export const adTypes = entity({
  name: 'adTypes',
  one: 'adType',
  path: 'ad_types',
  component: 'AdType',
  label: 'title',
  description: 'Ad types: titles of the three free groupings of ads.',
  searched: ['title'],
  fields: {
    product_id,
    sequence: fixed(
      required(integer('Number of the grouping, 1 to 3; immutable'), {
        minimum: 1,
        maximum: 3,
      }),
    ),
    title: required(text('Title of the ad type'), { maxLength: LENGTHS.name }),
    ...lifecycleFields,
  },
  writing: {
    verb: 'put',
    create: 'settings',
    update: 'settings',
    remove: 'settings',
    references: { product_id: { to: 'products' } },
  },
});

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
  NOTHING_JUDGED,
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
export const product_id = fixed(requiredRow(number('The product it belongs to; it does not change')));

const landing = {
  lpo_flag: optionalFlag(flag('Landing pages are chosen by their rates')),
  lpo_entries: optional(
    shown(Type.Array(LpoEntry.ref, { description: 'Up to five landing pages' })),
    [],
    {},
    {
      schema: Type.Array(LpoEntryForm.ref, {
        maxItems: MAX_LPO_ENTRIES,
        description: 'Up to five landing pages; their rates sum to 100 where lpo_flag is on',
      }),
    },
  ),
  dynamic_lpurl: optionalFlag(flag('The landing page comes from the request')),
};

export const ads = entity({
  name: 'ads',
  one: 'ad',
  path: 'ads',
  component: 'Ad',
  label: 'name',
  description: 'Ads. An agency user sees those of his agency.',
  searched: ['name', 'ad_description', 'redirect_url', 'asp_name', 'agency_name', 'ad_category_name'],
  fields: {
    product_id,
    name: required(text('Name'), { maxLength: LENGTHS.name }),
    ad_post_url: optional(text('Where it is posted'), '', { maxLength: LENGTHS.url, format: 'url' }),
    ad_description: optional(text('Description'), '', { maxLength: LENGTHS.text }),
    ad_category: optionalRow(numberOrNone('Its category')),
    ad_category_name: textOrNone('Name of its category'),
    ad_type1: optionalRow(numberOrNone('Its first type')),
    ad_type1_title: textOrNone('Title of its first type'),
    ad_type2: optionalRow(numberOrNone('Its second type')),
    ad_type2_title: textOrNone('Title of its second type'),
    ad_type3: optionalRow(numberOrNone('Its third type')),
    ad_type3_title: textOrNone('Title of its third type'),
    asp: optionalRow(numberOrNone('Its ad network')),
    asp_name: textOrNone('Name of its ad network'),
    agency: optionalRow(numberOrNone('Its agency')),
    agency_name: textOrNone('Name of its agency'),
    period_from: optional(dayOrNone('First day'), null),
    period_to: optional(dayOrNone('Last day'), null),
    redirect_url: required(text('Plain landing page'), { maxLength: LENGTHS.url, format: 'url' }),
    direct_link: optionalFlag(flag("A landing with the ad's parameter counts a contact")),
    ...landing,
    performance_cv_flag: optionalFlag(flag("May be a conversion's performance CV ad"), true),
    click_cost: money(yen('Cost of a contact'), 'click-cost'),
    cv_cost: money(yen('Cost of a result'), 'cv-cost'),
    ad_fee: money(yen('Fee for the whole period'), 'ad-fee'),
    args: optional(text('Result identifier'), '', { maxLength: LENGTHS.code }),
    own_parameters: optionalFlag(flag("Its own parameter names in the place of the network's")),
    parameters: optional(
      shown(AdParameters.ref),
      {},
      {},
      { schema: AdParametersForm.ref, store: storeParameters },
    ),
    own_result_notice: optionalFlag(flag("Its own result notice in the place of the network's")),
    result_flag: optional(code('Result notice', RESULT_FLAG), 0),
    own_auto_approval: optionalFlag(flag("Its own auto approval in the place of the network's")),
    auto_approval: optional(
      shown(AutoApproval, readAutoApproval),
      NOTHING_JUDGED,
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
  description: "Click addresses of ads. An agency user sees those of his agency's ads.",
  searched: ['redirect_url', 'ad_name', 'redirect_id'],
  fields: {
    redirect_id: number('Its number, which its click address holds'),
    product_id,
    ad_id: requiredRow(number('Its ad')),
    ad_name: text('Name of its ad'),
    redirect_url: required(text('Where it leads'), { maxLength: LENGTHS.url, format: 'url' }),
    redirect_flag: optionalFlag(flag("false: to the ad's plain landing page"), true),
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
  description: 'Categories of ads.',
  searched: ['name'],
  fields: {
    product_id,
    kind: optional(integer('Kind, 0 to 3'), 0, { minimum: 0, maximum: 3 }),
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
  description: 'Titles of the three free groupings of ads.',
  searched: ['title'],
  fields: {
    product_id,
    sequence: fixed(
      required(integer('Which of the three groupings, 1 to 3; it does not change'), {
        minimum: 1,
        maximum: 3,
      }),
    ),
    title: required(text('Title'), { maxLength: LENGTHS.name }),
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

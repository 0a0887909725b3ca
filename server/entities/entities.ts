import { Type } from '@fastify/type-provider-typebox';
import { Nullable } from '../http/schemas.ts';
import { code, dayOrNone, entity, flag, internal, kept, number, numberOrNone, shown, text, textOrNone, whole, yen } from './entity.ts';
import { AdParameters, AutoApproval, LpoEntry, readAutoApproval } from './parts.ts';

/** The plain entities, one descriptor each. To add one: a table, its source in `store/postgres/entity-sources.ts`, and a descriptor here. */

const RESULT_FLAG = { 0: 'invalid', 1: 'active', 2: 'active always' };
const product_id = number('The product it belongs to');
const lpo_entries = shown(Type.Array(LpoEntry.ref, { description: 'Up to five landing pages' }));

const agencies = entity({
  name: 'agencies', one: 'agency', path: 'agencies', component: 'Agency', label: 'agency_name',
  description: 'Agencies. An agency user sees his own.',
  fields: { agency_id: number('Its number'), agency_name: text('Name'), description: internal(text('Description')), ...kept },
});

const products = entity({
  name: 'products', one: 'product', path: 'products', component: 'Product', label: 'name',
  description: 'Measured sites and apps. An agency user sees those granted to his agency.',
  fields: {
    name: text('Name'),
    domain: text('Host of the site; its subdomains count as the product\'s'),
    url: text('Address of the site'),
    tracking_term: whole('Days in which a contact counts for a conversion'),
    excluded_ips: shown(Type.Array(Type.String(), { description: 'Addresses and CIDR ranges that reports leave out' })),
    week_start: code('First day of the week', { 0: 'Sunday', 1: 'Monday' }),
    attribution_model: code('Attribution model', { 1: 'linear', 2: 'decay', 3: 'touch point', 4: 'starting point', 5: 'ending point' }),
    ad_cost_linkage: flag('Imported costs are used'),
    ad_cost_allocation_mode: code('How the cost is shared', { 1: 'by CV', 2: 'by sales', 3: 'by registered ad cost' }),
    ...kept,
  },
});

const ads = entity({
  name: 'ads', one: 'ad', path: 'ads', component: 'Ad', label: 'name',
  description: 'Ads. An agency user sees those of his agency.',
  fields: {
    product_id, name: text('Name'), ad_post_url: text('Where it is posted'), ad_description: text('Description'),
    ad_category: numberOrNone('Its category'), ad_category_name: textOrNone('Name of its category'),
    ad_type1: numberOrNone('Its first type'), ad_type1_title: textOrNone('Title of its first type'),
    ad_type2: numberOrNone('Its second type'), ad_type2_title: textOrNone('Title of its second type'),
    ad_type3: numberOrNone('Its third type'), ad_type3_title: textOrNone('Title of its third type'),
    asp: numberOrNone('Its ad network'), asp_name: textOrNone('Name of its ad network'),
    agency: numberOrNone('Its agency'), agency_name: textOrNone('Name of its agency'),
    period_from: dayOrNone('First day'), period_to: dayOrNone('Last day'),
    redirect_url: text('Plain landing page'), direct_link: flag('A landing with the ad\'s parameter counts a contact'),
    lpo_flag: flag('Landing pages are chosen by their rates'), lpo_entries, dynamic_lpurl: flag('The landing page comes from the request'),
    performance_cv_flag: flag('May be a conversion\'s performance CV ad'),
    click_cost: yen('Cost of a contact'), cv_cost: yen('Cost of a result'), ad_fee: yen('Fee for the whole period'),
    args: text('Result identifier'),
    own_parameters: flag('Its own parameter names in the place of the network\'s'), parameters: shown(AdParameters.ref),
    own_result_notice: flag('Its own result notice in the place of the network\'s'), result_flag: code('Result notice', RESULT_FLAG),
    own_auto_approval: flag('Its own auto approval in the place of the network\'s'),
    auto_approval: shown(Nullable(Type.Object(AutoApproval.schema.properties)), readAutoApproval),
    ...kept,
  },
});

const redirects = entity({
  name: 'redirects', one: 'redirect', path: 'redirects', component: 'Redirect', label: 'redirect_url',
  description: 'Click addresses of ads. An agency user sees those of his agency\'s ads.',
  fields: {
    redirect_id: number('Its number, which its click address holds'), product_id, ad_id: number('Its ad'), ad_name: text('Name of its ad'),
    redirect_url: text('Where it leads'), redirect_flag: flag('false: to the ad\'s plain landing page'),
    lpo_flag: flag('Landing pages are chosen by their rates'), lpo_entries, dynamic_lpurl: flag('The landing page comes from the request'),
    ...kept,
  },
});

const parameterName = () => internal(text('Name of the parameter'));
const parameterFlag = () => internal(flag('Whether the network sends it'));

const asps = entity({
  name: 'asps', one: 'asp', path: 'asps', component: 'Asp', label: 'asp_name',
  description: 'Ad networks. An agency user sees the names of those that his agency\'s ads use.',
  fields: {
    asp_id: number('Its number'), product_id, asp_name: text('Name'),
    company_name: internal(text('Company')), phone_number: internal(text('Phone number')), address: internal(text('Address')), description: internal(text('Description')),
    xclid_flag: parameterFlag(), xclid_name: parameterName(), media_session_flag: parameterFlag(), media_session_name: parameterName(),
    media_management1_flag: parameterFlag(), media_management1_name: parameterName(), media_management2_flag: parameterFlag(), media_management2_name: parameterName(),
    media_management3_flag: parameterFlag(), media_management3_name: parameterName(),
    measurement_tag: internal(text('Measurement tag')),
    result_flag: internal(code('Result notice', RESULT_FLAG)), result_method: internal(code('Result notice by', { 1: 'CV tag', 2: 'webhook URL' })),
    cv_tag: internal(text('CV tag')), webhook_url: internal(text('Webhook URL with macros')), performance_cv_flag: internal(flag('Judged by performance CV')),
    unapproved_value: internal(text('Its word for unapproved')), approved_value: internal(text('Its word for approved')), rejected_value: internal(text('Its word for rejected')),
    auto_approval: internal(flag('All judgements passed: approved rather than pending')),
    approval_amount: internal(flag('Judge the purchase amount')), approval_args: internal(flag('Judge the result identifier')),
    exclude_duplicate_ips: internal(whole('Days in which one address makes one result; 0: off')), exclude_duplicate_args: internal(flag('An identifier makes one result')),
    ...kept,
  },
});

const cvSettings = entity({
  name: 'cvSettings', one: 'cvSetting', path: 'cv_settings', component: 'CvSetting', label: 'name',
  description: 'What counts as a conversion. An agency user sees the names for the products granted to his agency.',
  fields: {
    cv_setting_id: number('Its number'), product_id, name: text('Name'), cv_type: code('Kind of CV', { 0: 'middle', 1: 'last' }),
    cv_condition: internal(code('Condition', { 1: 'URL', 2: 'URL and referrer', 3: 'button click' })),
    route_page_url: internal(text('The page before')), cv_page_url: internal(text('The page of the CV')), button_selector: internal(text('What is clicked')),
    ...kept,
  },
});

const adCategories = entity({
  name: 'adCategories', one: 'adCategory', path: 'ad_categories', component: 'AdCategory', label: 'name',
  description: 'Categories of ads.',
  fields: { product_id, kind: whole('Kind, 0 to 3'), name: text('Name'), ...kept },
});

const adTypes = entity({
  name: 'adTypes', one: 'adType', path: 'ad_types', component: 'AdType', label: 'title',
  description: 'Titles of the three free groupings of ads.',
  fields: { product_id, sequence: whole('Which of the three groupings, 1 to 3'), title: text('Title'), ...kept },
});

export const entities = [agencies, products, ads, redirects, asps, cvSettings, adCategories, adTypes] as const;

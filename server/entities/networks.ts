import {
  code,
  entity,
  flag,
  internal,
  lifecycleFields,
  number,
  text,
  timeOrNone,
  integer,
} from '../records/entity.ts';
import { product_id, RESULT_FLAG } from './ads.ts';
import { MAX_DAYS } from './referenced-rows.ts';
import { all, networkParameters, noticeHasMeans } from './rules.ts';
import { SECRET_PATTERN } from '../results/signed.ts';
import { LENGTHS, optional, optionalFlag, required, secret } from '../records/writing.ts';

/** Entity of ad networks. */

const note = (description: string, initial = '', maxLength: number = LENGTHS.name) =>
  internal(optional(text(description), initial, { maxLength }));
const choice = (description: string, initial = false) => internal(optionalFlag(flag(description), initial));
const sends = () => choice('Whether the network sends it');
const called = (initial: string) => note('Name of the parameter', initial, LENGTHS.code);

export const asps = entity({
  name: 'asps',
  one: 'asp',
  path: 'asps',
  component: 'Asp',
  label: 'asp_name',
  description: "Ad networks. An agency user sees the names of those that his agency's ads use.",
  searched: ['asp_name', 'company_name', 'description', 'asp_id'],
  fields: {
    asp_id: number('Its number'),
    product_id,
    asp_name: required(text('Name'), { maxLength: LENGTHS.name }),
    company_name: note('Company'),
    phone_number: internal(optional(text('Phone number'), '', { maxLength: LENGTHS.phone, format: 'phone' })),
    address: note('Address', '', LENGTHS.text),
    description: note('Description', '', LENGTHS.text),
    xclid_flag: sends(),
    xclid_name: called('a_xclid'),
    media_session_flag: sends(),
    media_session_name: called('a_ses'),
    media_management1_flag: sends(),
    media_management1_name: called('a_key1'),
    media_management2_flag: sends(),
    media_management2_name: called('a_key2'),
    media_management3_flag: sends(),
    media_management3_name: called('a_key3'),
    measurement_tag: note('Measurement tag', '', LENGTHS.tag),
    result_flag: internal(optional(code('Result notice', RESULT_FLAG), 0)),
    result_method: internal(optional(code('Result notice by', { 1: 'CV tag', 2: 'webhook URL' }), 2)),
    cv_tag: note('CV tag', '', LENGTHS.tag),
    webhook_url: internal(
      optional(text('Webhook URL with macros'), '', { maxLength: LENGTHS.url, format: 'url' }),
    ),
    webhook_style: internal(
      optional(code('Webhook', { 0: 'GET with macros', 1: 'signed JSON POST (Standard Webhooks)' }), 0),
    ),
    webhook_secret: internal(
      secret(
        text('What it is signed with, as whsec_ and base64; shown only as whether there is one'),
        SECRET_PATTERN,
      ),
    ),
    paused_at: internal(timeOrNone('Since when nothing is sent to it; null: it is sent to')),
    performance_cv_flag: choice('Judged by performance CV'),
    unapproved_value: note('Its word for unapproved', '0'),
    approved_value: note('Its word for approved', '1'),
    rejected_value: note('Its word for rejected', '2'),
    auto_approval: choice('All judgements passed: approved rather than pending'),
    approval_amount: choice('Judge the purchase amount'),
    approval_args: choice('Judge the result identifier'),
    exclude_duplicate_ips: internal(
      optional(integer('Days in which one address makes one result; 0: off'), 0, {
        minimum: 0,
        maximum: MAX_DAYS,
      }),
    ),
    exclude_duplicate_args: choice('An identifier makes one result'),
    ...lifecycleFields,
  },
  writing: {
    verb: 'put',
    create: 'settings',
    update: 'settings',
    remove: 'settings',
    references: { product_id: { to: 'products' } },
    rules: all(networkParameters, noticeHasMeans),
  },
});

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
import { all, networkParameters, notificationHasTarget } from './rules.ts';
import { SECRET_PATTERN } from '../platform/webhook-signature.ts';
import { LENGTHS, optional, optionalFlag, required, secret } from '../records/writing.ts';

/** Entity of ad networks. */

const note = (description: string, initial = '', maxLength: number = LENGTHS.name) =>
  internal(optional(text(description), initial, { maxLength }));
const choice = (description: string, initial = false) => internal(optionalFlag(flag(description), initial));
const sends = () => choice('Whether the ad network sends this parameter');
const called = (initial: string) => note('Name of the parameter', initial, LENGTHS.code);

export const asps = entity({
  name: 'asps',
  one: 'asp',
  path: 'asps',
  component: 'Asp',
  label: 'asp_name',
  description: "Ad networks. Agency users see the names of the networks that their agency's ads use.",
  searched: ['asp_name', 'company_name', 'description', 'asp_id'],
  fields: {
    asp_id: number('ID of the ad network'),
    product_id,
    asp_name: required(text('Name'), { maxLength: LENGTHS.name }),
    company_name: note('Name of the company that runs the ad network'),
    phone_number: internal(
      optional(text('Phone number of the ad network'), '', { maxLength: LENGTHS.phone, format: 'phone' }),
    ),
    address: note('Postal address of the ad network', '', LENGTHS.text),
    description: note('Description of the ad network', '', LENGTHS.text),
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
    measurement_tag: note('Measurement tag of the ad network', '', LENGTHS.tag),
    result_flag: internal(optional(code('Result notification', RESULT_FLAG), 0)),
    result_method: internal(
      optional(code('Method of the result notification', { 1: 'CV tag', 2: 'webhook URL' }), 2),
    ),
    cv_tag: note('Markup of the CV tag', '', LENGTHS.tag),
    webhook_url: internal(
      optional(text('Webhook URL; may contain macros'), '', { maxLength: LENGTHS.url, format: 'url' }),
    ),
    webhook_style: internal(
      optional(
        code('Style of the webhook call', {
          0: 'GET with macros',
          1: 'signed JSON POST (Standard Webhooks)',
        }),
        0,
      ),
    ),
    webhook_secret: internal(
      secret(
        text('Secret that signs webhook calls: whsec_ followed by base64; answers contain a mask instead'),
        SECRET_PATTERN,
      ),
    ),
    paused_at: internal(timeOrNone('Time at which notifications were paused; null: not paused')),
    performance_cv_flag: choice('Whether the ad network gets results for performance CVs (result type 2)'),
    unapproved_value: note('Value that the ad network expects for pending results', '0'),
    approved_value: note('Value that the ad network expects for approved results', '1'),
    rejected_value: note('Value that the ad network expects for rejected results', '2'),
    auto_approval: choice('Whether results that pass all checks are approved instead of pending'),
    approval_amount: choice('Whether the amount is checked'),
    approval_args: choice('Whether the result identifier is checked'),
    exclude_duplicate_ips: internal(
      optional(integer('Days in which an IP address yields only one result; 0: no check'), 0, {
        minimum: 0,
        maximum: MAX_DAYS,
      }),
    ),
    exclude_duplicate_args: choice('Whether a result identifier yields only one result'),
    ...lifecycleFields,
  },
  writing: {
    verb: 'put',
    create: 'settings',
    update: 'settings',
    remove: 'settings',
    references: { product_id: { to: 'products' } },
    rules: all(networkParameters, notificationHasTarget),
  },
});

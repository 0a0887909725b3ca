import { Type } from '@fastify/type-provider-typebox';
import { component, Nullable } from '../http/schemas.ts';
import type { JudgementSwitches } from '../store/postgres/schema.ts';

/** Objects inside entities. */

export const LpoEntry = component('LpoEntry', Type.Object({
  title: Type.String(),
  url: Type.String(),
  rate: Type.Number({ description: 'Its weight among the entries' }),
}));

const parameter = Type.Optional(Nullable(Type.String({ description: 'Name of the parameter in the landing URL' })));
export const AdParameters = component('AdParameters', Type.Object({
  xclid: parameter, media_session: parameter, media_management1: parameter, media_management2: parameter, media_management3: parameter,
}));

export const AutoApproval = component('AutoApproval', Type.Object({
  auto_approval: Type.Boolean({ description: 'All judgements passed: approved rather than pending' }),
  approval_amount: Type.Boolean({ description: 'Judge the purchase amount' }),
  approval_args: Type.Boolean({ description: 'Judge the result identifier' }),
  exclude_duplicate_ips: Type.Integer({ description: 'Days in which one address makes one result; 0: off' }),
  exclude_duplicate_args: Type.Boolean({ description: 'An identifier makes one result' }),
}));

/** The ad's own switches under the names that the network's have. */
export const readAutoApproval = (stored: unknown): unknown => {
  const switches = stored as JudgementSwitches | null;
  return switches && {
    auto_approval: switches.approveAutomatically, approval_amount: switches.judgeAmount, approval_args: switches.judgeArgs,
    exclude_duplicate_ips: switches.excludeDuplicateIps, exclude_duplicate_args: switches.excludeDuplicateArgs,
  };
};

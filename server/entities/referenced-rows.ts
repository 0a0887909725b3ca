import { Type } from '@fastify/type-provider-typebox';
import { PARAMETERS } from '../collector/tracking.ts';
import { Closed, component, Nullable } from '../http/schemas.ts';
import type { AutoApprovalSwitches } from '../store/postgres/schema/index.ts';
import { LENGTHS } from '../records/writing.ts';

/** Components of objects inside entities, in answers and in forms. */

export const LpoEntry = component(
  'LpoEntry',
  Type.Object({
    title: Type.String(),
    url: Type.String(),
    rate: Type.Number({ description: 'Share of the visitors, in percent' }),
  }),
);

export const LpoEntryForm = component(
  'LpoEntryForm',
  Closed({
    title: Type.String({ maxLength: LENGTHS.name }),
    url: Type.String({ minLength: 1, maxLength: LENGTHS.url, format: 'url' }),
    rate: Type.Number({
      minimum: 0,
      maximum: 100,
      format: 'rate',
      description: 'Share of the visitors, in percent with up to two decimals; all rates sum to 100',
    }),
  }),
);

export const MAX_LPO_ENTRIES = 5;

const parametersOf = (rules: object) =>
  Object.fromEntries(
    PARAMETERS.map(name => [
      name,
      Type.Optional(
        Nullable(Type.String({ ...rules, description: 'Name of the parameter in the landing URL' })),
      ),
    ]),
  );
export const AdParameters = component('AdParameters', Type.Object(parametersOf({})));
export const AdParametersForm = component(
  'AdParametersForm',
  Closed(parametersOf({ maxLength: LENGTHS.code })),
);

/** Removes parameters without a name, which are not read. */
export const storeParameters = (value: unknown): unknown =>
  Object.fromEntries(Object.entries(value as Record<string, string | null>).filter(([, name]) => name));

/** Maximum number of days, by the 16-bit integer of the store. */
export const MAX_DAYS = 32_767;
const judgements = {
  auto_approval: Type.Boolean({
    description: 'Whether results that pass all checks are approved instead of pending',
  }),
  approval_amount: Type.Boolean({ description: 'Whether the amount is checked' }),
  approval_args: Type.Boolean({ description: 'Whether the result identifier is checked' }),
  exclude_duplicate_ips: Type.Integer({
    description: 'Days in which an IP address yields only one result; 0: no check',
  }),
  exclude_duplicate_args: Type.Boolean({ description: 'Whether a result identifier yields only one result' }),
};
export const AutoApproval = Type.Object(judgements);
export const AutoApprovalForm = Closed({
  ...judgements,
  exclude_duplicate_ips: Type.Integer({
    ...judgements.exclude_duplicate_ips,
    minimum: 0,
    maximum: MAX_DAYS,
  }),
});
/** Default of auto approval: no check, and a person decides over every result. */
export const NO_CHECKS: AutoApprovalChecks = {
  auto_approval: false,
  approval_amount: false,
  approval_args: false,
  exclude_duplicate_ips: 0,
  exclude_duplicate_args: false,
};

/** Converts the stored auto approval of an ad to the field names of ad networks. */
export const readAutoApproval = (stored: unknown): unknown => {
  const switches = stored as AutoApprovalSwitches;
  return {
    auto_approval: switches.approveAutomatically,
    approval_amount: switches.judgeAmount,
    approval_args: switches.judgeArgs,
    exclude_duplicate_ips: switches.excludeDuplicateIps,
    exclude_duplicate_args: switches.excludeDuplicateArgs,
  };
};

interface AutoApprovalChecks {
  readonly auto_approval: boolean;
  readonly approval_amount: boolean;
  readonly approval_args: boolean;
  readonly exclude_duplicate_ips: number;
  readonly exclude_duplicate_args: boolean;
}
export const storeAutoApproval = (value: unknown): AutoApprovalSwitches => {
  const switches = value as AutoApprovalChecks;
  return {
    approveAutomatically: switches.auto_approval,
    judgeAmount: switches.approval_amount,
    judgeArgs: switches.approval_args,
    excludeDuplicateIps: switches.exclude_duplicate_ips,
    excludeDuplicateArgs: switches.exclude_duplicate_args,
  };
};

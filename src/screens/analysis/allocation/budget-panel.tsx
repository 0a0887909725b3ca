import { FormattedMessage } from 'react-intl';
import { ALLOCATION_MODES, type AllocationReport } from '../../../analyses/allocation.ts';
import { Choice } from '../../../components/choice.tsx';
import { useFormatter } from '../../../components/use-formatter.ts';
import type { Navigate } from '../report/context.ts';
import { useTranslate } from '../report/use-report.ts';
import { NumberField } from './number-field.tsx';

/** Value of the option that uses the product's mode. */
const OWN_BUDGET = '';
/** Largest budget in yen: the address holds twelve digits. */
const MAX_POOL_YEN = 999_999_999_999;

interface Props {
  readonly mode: string | null;
  readonly pool: number | null;
  readonly go: Navigate;
  readonly report: AllocationReport | null;
}

/** The mode of allocation, the budget, and the allocated sum. */
export const BudgetPanel = ({ mode, pool, go, report }: Props) => {
  const translate = useTranslate();
  return (
    <section className="tp-panel">
      <div className="tp-fields">
        <Choice
          label={translate('allocation.mode')}
          value={mode ?? OWN_BUDGET}
          wide
          options={[
            {
              value: OWN_BUDGET,
              label:
                mode === null && report?.rules
                  ? translate('allocation.mode_own_known', {
                      mode: translate(`choice.ad_cost_allocation_mode.${report.rules.mode}`),
                    })
                  : translate('allocation.mode_own'),
            },
            ...ALLOCATION_MODES.map(value => ({
              value: value as string,
              label: translate(`choice.ad_cost_allocation_mode.${value}`),
            })),
          ]}
          onChange={chosen => go({ mode: chosen === OWN_BUDGET ? undefined : chosen })}
        />
        <NumberField
          key={pool ?? OWN_BUDGET}
          name="pool"
          label={translate('allocation.pool')}
          unit={translate('unit.yen')}
          hint={translate('allocation.pool_hint')}
          fault={translate('allocation.fault_pool')}
          minimum={0}
          maximum={MAX_POOL_YEN}
          value={pool}
          onValue={yen => go({ pool: yen === null ? undefined : String(yen) })}
        />
      </div>
      <div className="tp-pool-facts">{report !== null && <Facts report={report} />}</div>
    </section>
  );
};

/** The allocated sum, and its change by the adjustments. */
const AllocatedSum = ({ report }: { readonly report: AllocationReport }) => {
  const show = useFormatter();
  const { pool, unallocated, totals } = report;
  const difference = totals?.difference ?? null;
  if (pool === 0) return <FormattedMessage id="allocation.no_cost" />;
  if (unallocated > 0)
    return <FormattedMessage id="allocation.unallocated" values={{ yen: show('yen', unallocated) }} />;
  if (!difference)
    return <FormattedMessage id="allocation.summary_unadjusted" values={{ pool: show('yen', pool) }} />;
  return (
    <FormattedMessage
      id="allocation.summary"
      values={{
        pool: show('yen', pool),
        adjusted: show('yen', totals?.adjusted_cost ?? null),
        difference: `${difference > 0 ? '+' : ''}${show('yen', difference)}`,
      }}
    />
  );
};

/** The allocated sum, and the days from which the simulation estimates the response. */
const Facts = ({ report }: { readonly report: AllocationReport }) => {
  const show = useFormatter();
  const { rules } = report;
  return (
    <>
      <p className="tp-note" role="status">
        <AllocatedSum report={report} />
      </p>
      {rules !== null && (
        <p className="tp-note">
          <FormattedMessage
            id="allocation.simulation_basis"
            values={{ from: show('day', rules.response_from), to: show('day', rules.response_to) }}
          />
        </p>
      )}
    </>
  );
};

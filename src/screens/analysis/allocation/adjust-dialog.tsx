import { useState } from 'react';
import { FormattedMessage } from 'react-intl';
import { UNITS, type Adjustment, type AllocationRow, type Unit } from '../../../analyses/allocation.ts';
import { Button } from '../../../components/button.tsx';
import { Choice } from '../../../components/choice.tsx';
import { Dialog } from '../../../components/dialog.tsx';
import { LineField } from '../../../components/fields/line-field.tsx';
import { useFormatter } from '../../../components/use-formatter.ts';
import { useTranslate } from '../report/use-report.ts';

interface Props {
  /** The ads to adjust: one, or several by the same amount. */
  readonly rows: readonly AllocationRow[];
  readonly adjustment: Adjustment | undefined;
  readonly onSave: (adjustment: Adjustment | null) => void;
  readonly onClose: () => void;
}

const MAX_AMOUNTS = { 1: 1_000_000, 2: 999_999_999_999 } as const;

/** The error of the input; null: it is valid. */
const faultOf = (unit: Unit, amount: unknown): string | null => {
  if (amount === null || amount === '') return null;
  if (typeof amount !== 'number') return 'allocation.fault_number';
  if (unit === '2' && !Number.isInteger(amount)) return 'allocation.fault_decimals';
  if (!Number.isInteger(Math.round(amount * 1e8) / 1e6) || Math.abs(amount) > MAX_AMOUNTS[unit])
    return 'allocation.fault_number';
  return null;
};

interface Typed {
  readonly unit: Unit;
  readonly amount: unknown;
}

interface FieldsProps {
  readonly typed: Typed;
  readonly fault: string | null;
  readonly onType: (typed: Typed) => void;
}

/** The amount of the adjustment, in percent or in yen. */
const AmountFields = ({ typed, fault, onType }: FieldsProps) => {
  const translate = useTranslate();
  return (
    <>
      <Choice
        label={translate('allocation.unit')}
        value={typed.unit}
        open
        options={UNITS.map(value => ({ value, label: translate(`allocation.unit.${value}`) }))}
        onChange={unit => onType({ ...typed, unit })}
      />
      <LineField
        kind="share"
        name="amount"
        label={translate('allocation.amount')}
        value={typed.amount}
        unit={translate(typed.unit === '1' ? 'unit.percent' : 'unit.yen')}
        hint={translate('allocation.amount_hint')}
        {...(fault !== null && { faults: [translate(fault)] })}
        onChange={amount => onType({ ...typed, amount })}
      />
    </>
  );
};

/** Dialog that raises or lowers the share of one ad, or of each selected ad, by percent or by yen. */
export const AdjustDialog = ({ rows, adjustment, onSave, onClose }: Props) => {
  const translate = useTranslate();
  const show = useFormatter();
  const [typed, setTyped] = useState<Typed>(adjustment ?? { unit: '1', amount: null });
  const fault = faultOf(typed.unit, typed.amount);
  return (
    <Dialog
      title={
        rows.length === 1
          ? translate('allocation.adjust_of', { name: rows[0]?.label ?? '' })
          : translate('allocation.adjust_several', { count: rows.length })
      }
      size="small"
      onClose={onClose}
    >
      <form
        onSubmit={event => {
          event.preventDefault();
          if (fault === null)
            onSave(
              typeof typed.amount === 'number' && typed.amount !== 0
                ? { unit: typed.unit, amount: typed.amount }
                : null,
            );
        }}
      >
        <div className="tp-dialog-body">
          <p>
            <FormattedMessage
              id={rows.length === 1 ? 'allocation.adjust_share' : 'allocation.adjust_shares'}
              values={{
                yen: show(
                  'yen',
                  rows.reduce((sum, row) => sum + (row.allocated_cost ?? 0), 0),
                ),
              }}
            />
          </p>
          <AmountFields typed={typed} fault={fault} onType={setTyped} />
        </div>
        <div className="tp-dialog-foot">
          {adjustment !== undefined && (
            <Button label={translate('allocation.unadjust')} onClick={() => onSave(null)} />
          )}
          <Button label={translate('confirm.no')} onClick={onClose} />
          <button type="submit" className="p-button">
            <span className="p-button-label">{translate('allocation.apply')}</span>
          </button>
        </div>
      </form>
    </Dialog>
  );
};

import { useId } from 'react';
import { FieldFrame, type FieldProps } from '../field.tsx';
import { LineField } from './line-field.tsx';
import { SwitchField } from './switch-field.tsx';
import './fields.css';

/** Fields of auto approval: an ad network has them as columns, an ad as one object. */
export const SWITCHES = [
  'auto_approval',
  'approval_amount',
  'approval_args',
  'exclude_duplicate_args',
] as const;
export const DAYS = 'exclude_duplicate_ips';

interface Props extends FieldProps {
  readonly value: unknown;
  readonly labelOf: (key: string) => string;
  /** Unit of the number of days. */
  readonly unit: string;
  readonly onChange: (value: Readonly<Record<string, unknown>>) => void;
  readonly onLeave?: (() => void) | undefined;
  readonly faultsAt: (path: string) => readonly string[];
}

/**
 * Auto approval of an ad: its checks, and the number of days in which one IP address earns at most one
 * result.
 */
export const JudgementsField = ({
  name,
  value,
  labelOf,
  unit,
  onChange,
  onLeave,
  faultsAt,
  ...frame
}: Props) => {
  const id = useId();
  const judged = (typeof value === 'object' ? value : null) as Readonly<Record<string, unknown>> | null;
  const put = (key: string, next: unknown) => onChange({ ...judged, [key]: next });
  return (
    <FieldFrame id={id} {...frame} group>
      <div className="field-names">
        {SWITCHES.map(key => (
          <SwitchField
            key={key}
            name={`${name}.${key}`}
            label={labelOf(key)}
            value={judged?.[key]}
            faults={faultsAt(key)}
            onChange={on => put(key, on)}
          />
        ))}
        <LineField
          kind="integer"
          name={`${name}.${DAYS}`}
          label={labelOf(DAYS)}
          unit={unit}
          value={judged?.[DAYS]}
          faults={faultsAt(DAYS)}
          onLeave={onLeave}
          onChange={days => put(DAYS, days)}
        />
      </div>
    </FieldFrame>
  );
};

import { useId } from 'react';
import { FieldFrame, type FieldProps } from '../field.tsx';
import { LineField, type LineKind } from './line-field.tsx';
import { textOf } from './reading.ts';
import './fields.css';

interface Props extends FieldProps {
  readonly value: unknown;
  /** The keys to be named, in order. */
  readonly keys: readonly { readonly key: string; readonly label: string }[];
  readonly kind: Extract<LineKind, 'text' | 'code'>;
  readonly onChange: (value: Readonly<Record<string, string>>) => void;
  readonly onLeave?: (() => void) | undefined;
  readonly faultsAt: (path: string) => readonly string[];
}

/**
 * Fields that map each of several keys to a name: an ad's parameters, the headings of an imported file. Keys
 * whose field is empty are left out.
 */
export const NamesField = ({ name, value, keys, kind, onChange, onLeave, faultsAt, ...frame }: Props) => {
  const id = useId();
  const names = (typeof value === 'object' && value !== null ? value : {}) as Readonly<
    Record<string, unknown>
  >;
  const put = (key: string, text: string) =>
    onChange(
      Object.fromEntries(
        Object.entries({ ...names, [key]: text })
          .map(([one, parameterName]) => [one, textOf(parameterName)] as const)
          .filter(([, parameterName]) => parameterName !== ''),
      ),
    );
  return (
    <FieldFrame id={id} {...frame} group>
      <div className="field-names">
        {keys.map(({ key, label }) => (
          <LineField
            key={key}
            kind={kind}
            name={`${name}.${key}`}
            label={label}
            value={textOf(names[key])}
            faults={faultsAt(key)}
            onLeave={onLeave}
            onChange={text => put(key, textOf(text))}
          />
        ))}
      </div>
    </FieldFrame>
  );
};

import { useEffect, useId, useRef, type ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';
import type { Difference, Side } from '../../../machines/conflict.ts';

interface Props {
  readonly differences: readonly Difference[];
  readonly shown: (
    difference: Difference,
  ) => { readonly label: string; readonly mine: ReactNode; readonly theirs: ReactNode } | null;
  readonly onTake: (field: string, side: Side) => void;
}

interface DifferenceProps extends Pick<Props, 'onTake'> {
  readonly difference: Difference;
  readonly label: string;
  readonly mine: ReactNode;
  readonly theirs: ReactNode;
}

/** A field with two values, one of which is chosen. */
const DifferentField = ({ difference, label, mine, theirs, onTake }: DifferenceProps) => {
  const id = useId();
  const { field, both, side: chosen } = difference;
  const sides = [
    ['mine', mine],
    ['theirs', theirs],
  ] as const;
  return (
    <fieldset className="tp-difference">
      <legend>
        {label}
        {both && (
          <span className="tp-difference-both">
            <FormattedMessage id="editor.conflict.both" />
          </span>
        )}
      </legend>
      {sides.map(([side, value]) => (
        // oxlint-disable-next-line jsx-a11y/label-has-associated-control -- its text is rendered by the caller
        <label key={side} className="tp-side">
          <input
            type="radio"
            name={`${id}-${field}`}
            value={side}
            checked={chosen === side}
            onChange={() => onTake(field, side)}
          />
          <span>
            <small>
              <FormattedMessage id={`editor.conflict.${side}`} />
            </small>
            <span>{value}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
};

/**
 * Fields in which two versions of a record differ, and the choice of the values to save. Nothing is saved
 * until the form is submitted.
 */
export const ConflictView = ({ differences, shown, onTake }: Props) => {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const rows = differences.flatMap(difference => {
    const words = shown(difference);
    return words === null ? [] : [{ difference, ...words }];
  });
  const takeAll = (side: Side) => {
    for (const { difference } of rows) onTake(difference.field, side);
  };
  return (
    <div className="tp-dialog-body tp-conflict">
      <div className="tp-conflict-head" role="alert">
        <h3 ref={heading} tabIndex={-1}>
          <FormattedMessage id="editor.conflict" />
        </h3>
        <p>
          <FormattedMessage id={rows.length === 0 ? 'editor.conflict.same' : 'editor.conflict.hint'} />
        </p>
      </div>
      {rows.map(row => (
        <DifferentField key={row.difference.field} {...row} onTake={onTake} />
      ))}
      {rows.length > 1 && (
        <div className="tp-conflict-all">
          {(['mine', 'theirs'] as const).map(side => (
            <button
              key={side}
              type="button"
              className="p-button p-button-outlined p-button-sm"
              onClick={() => takeAll(side)}
            >
              <FormattedMessage id={`editor.conflict.all_${side}`} />
            </button>
          ))}
        </div>
      )}
    </div>
  );
};

import { useId } from 'react';
import { FormattedMessage } from 'react-intl';
import type { Level } from '../../../machines/startup.ts';
import './level.css';

export const LEVELS: readonly Level[] = ['none', 'read', 'write'];

/** Level of a permission as a word; its colour only repeats it. */
export const LevelMark = ({ level }: { readonly level: Level }) => (
  <span className="level" data-level={level}>
    <FormattedMessage id={`level.${level}`} />
  </span>
);

interface Props {
  readonly name: string;
  readonly label: string;
  readonly value: Level;
  readonly onChange: (level: Level) => void;
}

/** Choice of a level: radio buttons side by side. */
export const LevelChoice = ({ name, label, value, onChange }: Props) => {
  const id = useId();
  return (
    <div className="level-choice" role="radiogroup" aria-labelledby={id}>
      <span id={id}>{label}</span>
      <span className="segments">
        {LEVELS.map(level => (
          <label key={level} data-level={level}>
            <input
              type="radio"
              className="visually-hidden"
              name={name}
              value={level}
              checked={value === level}
              onChange={() => onChange(level)}
            />
            <FormattedMessage id={`level.${level}`} />
          </label>
        ))}
      </span>
    </div>
  );
};

import { useId } from 'react';
import { FormattedMessage } from 'react-intl';
import type { Level } from '../../../machines/startup.ts';
import './role.css';

export const LEVELS: readonly Level[] = ['none', 'read', 'write'];

/** A level as it stands in the matrix: told by its word, its colour only helps the eye. */
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

/** One of the three levels: radio buttons side by side, walked by the arrow keys. */
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

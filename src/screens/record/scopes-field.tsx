import { useId } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { Level } from '../../../machines/startup.ts';
import { FieldFrame, type FieldProps } from '../../components/field.tsx';
import { SCOPES } from '../../resources/api-keys.ts';
import { LevelChoice, LevelMark, LEVELS } from './level.tsx';
import './scopes-field.css';

interface Props extends FieldProps {
  readonly value: unknown;
  readonly onChange: (scopes: Readonly<Record<string, Level>>) => void;
}

const levelOf = (value: unknown, scope: string): Level => {
  const level = (value as Readonly<Record<string, unknown>> | null)?.[scope];
  return LEVELS.find(one => one === level) ?? 'none';
};

/** The scopes of an API key, each with a level. */
export const ScopesField = ({ name, value, onChange, ...frame }: Props) => {
  const intl = useIntl();
  const id = useId();
  const levels = Object.fromEntries(SCOPES.map(scope => [scope, levelOf(value, scope)]));
  return (
    <FieldFrame id={id} group {...frame}>
      <div className="tp-scopes">
        {SCOPES.map(scope => (
          <LevelChoice
            key={scope}
            name={`${name}-${scope}`}
            label={intl.formatMessage({ id: `column.apiKeys.${scope}` })}
            value={levelOf(value, scope)}
            onChange={level => onChange({ ...levels, [scope]: level })}
          />
        ))}
      </div>
    </FieldFrame>
  );
};

/** The scopes of an API key, read only. */
export const ScopesShown = ({ value }: Pick<Props, 'value'>) => (
  <span className="tp-scopes" role="list">
    {SCOPES.map(scope => (
      <span key={scope} className="tp-scope" role="listitem">
        <FormattedMessage id={`column.apiKeys.${scope}`} /> <LevelMark level={levelOf(value, scope)} />
      </span>
    ))}
  </span>
);

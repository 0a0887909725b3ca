import type { ChangedField } from './changed-fields.ts';
import { accessText } from './access-text.ts';
import type { RecordedTexts } from './recorded-field.ts';

interface Props extends RecordedTexts {
  readonly statements: readonly ChangedField[];
}

/** The statements of a sign-in, a download or a use of an API key. */
export const AccessFields = ({ statements, ...among }: Props) => (
  <dl>
    {statements.map(statement => {
      const { label, text } = accessText(statement, among);
      return (
        <div key={statement.field}>
          <dt>{label}</dt>
          <dd>{text}</dd>
        </div>
      );
    })}
  </dl>
);

import { useIntl } from 'react-intl';
import { Button } from '../../components/button.tsx';
import { AreaField } from '../../components/fields/area-field.tsx';
import type { ImportKind } from '../../console/imports.ts';

interface Props {
  readonly kind: ImportKind;
  readonly text: string;
  readonly onChange: (text: string) => void;
  /** Checks the rows. */
  readonly onCheck: () => void;
}

/** Field for rows that were copied from a spreadsheet, as an alternative to a file. */
export const PasteRows = ({ kind, text, onChange, onCheck }: Props) => {
  const intl = useIntl();
  return (
    <div className="tp-import-paste">
      <AreaField
        name="rows"
        label={intl.formatMessage({ id: 'import.paste' })}
        hint={intl.formatMessage({ id: `import.paste.help.${kind}` })}
        code
        value={text}
        onChange={value => onChange(String(value))}
      />
      <Button
        label={intl.formatMessage({ id: 'import.paste.check' })}
        disabled={text.trim() === ''}
        onClick={onCheck}
      />
    </div>
  );
};

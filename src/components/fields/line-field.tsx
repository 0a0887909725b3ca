import { InputText } from 'primereact/inputtext';
import { useId } from 'react';
import { leaveToInputMethod } from '../composing.ts';
import { describe, FieldFrame, type FieldProps } from '../field.tsx';
import {
  readDomain,
  readHost,
  readInteger,
  readMoney,
  readPhone,
  readPlain,
  readText,
  readUrl,
  showInteger,
  showMoney,
  textOf,
} from './reading.ts';
import { useTyped } from './typed.ts';
import './fields.css';

export type LineKind = 'text' | 'code' | 'url' | 'email' | 'phone' | 'domain' | 'integer' | 'money' | 'share';

interface Kind {
  readonly read: (text: string) => unknown;
  readonly show: (value: unknown) => string;
  readonly edit?: (value: unknown) => string;
  readonly inputMode: 'text' | 'url' | 'email' | 'tel' | 'numeric' | 'decimal';
  /** Numbers are right-aligned, codes have a monospaced font. */
  readonly look: 'plain' | 'code' | 'number';
}

/**
 * Parser, formatter and keyboard of each kind. None uses an HTML `type` such as number or email: browsers
 * discard text that such inputs cannot parse.
 */
const KINDS: Readonly<Record<LineKind, Kind>> = {
  text: { read: readText, show: textOf, inputMode: 'text', look: 'plain' },
  code: { read: readPlain, show: textOf, inputMode: 'text', look: 'code' },
  url: { read: readUrl, show: textOf, inputMode: 'url', look: 'plain' },
  email: { read: readDomain, show: textOf, inputMode: 'email', look: 'plain' },
  phone: { read: readPhone, show: textOf, inputMode: 'tel', look: 'plain' },
  domain: { read: readHost, show: textOf, inputMode: 'url', look: 'plain' },
  integer: { read: readInteger, show: showInteger, edit: textOf, inputMode: 'numeric', look: 'number' },
  // Percent with as many decimals as were typed.
  share: { read: readMoney, show: textOf, inputMode: 'decimal', look: 'number' },
  money: { read: readMoney, show: showMoney, edit: textOf, inputMode: 'decimal', look: 'number' },
};

interface Props extends FieldProps {
  readonly kind: LineKind;
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
  readonly onLeave?: (() => void) | undefined;
  readonly readOnly?: boolean;
  /** Unit of the value, displayed after the box. */
  readonly unit?: string | undefined;
}

/** Single-line field whose text is parsed on input: a text, an address, a code or a number. */
export const LineField = ({
  kind,
  name,
  value,
  onChange,
  onLeave,
  readOnly = false,
  unit,
  ...frame
}: Props) => {
  const id = useId();
  const { look, inputMode, ...inputProps } = KINDS[kind];
  const typed = useTyped({ ...inputProps, value, onChange, onLeave });
  return (
    <FieldFrame id={id} {...frame}>
      <span className="field-input">
        <InputText
          {...typed}
          {...describe(id, frame)}
          {...(kind !== 'text' && { autoCapitalize: 'none', autoCorrect: 'off', spellCheck: false })}
          id={id}
          name={name}
          type="text"
          inputMode={inputMode}
          autoComplete="off"
          required={frame.required}
          readOnly={readOnly}
          className={`field-${look}`}
          onKeyDown={leaveToInputMethod}
        />
        {unit !== undefined && <span className="field-unit">{unit}</span>}
      </span>
    </FieldFrame>
  );
};

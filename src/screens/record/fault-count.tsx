import { useRef, type RefObject } from 'react';
import { FormattedMessage } from 'react-intl';

const WRONG = ':is(input, textarea, select, button)[aria-invalid="true"]';
/**
 * Minimum number of fields of a long form. Its dialog has full height even on a phone, so a text added in the
 * footer moves no button.
 */
const MIN_FIELDS_OF_LONG_FORM = 10;

interface Props {
  readonly count: number;
  /** Number of fields in the form. */
  readonly fields: number;
  readonly form: RefObject<HTMLFormElement | null>;
}

/** Number of errors in a long form, as a button that focuses the next invalid field. */
export const FaultCount = ({ count, fields, form }: Props) => {
  const last = useRef<HTMLElement>(null);
  if (count < 2 || fields < MIN_FIELDS_OF_LONG_FORM) return null;
  const focusNextFault = () => {
    const wrong = [...(form.current?.querySelectorAll<HTMLElement>(WRONG) ?? [])];
    // The first invalid field has the focus since the form was refused.
    const next = wrong[(wrong.indexOf(last.current ?? wrong[0]!) + 1) % wrong.length];
    last.current = next ?? null;
    next?.focus();
  };
  return (
    <button type="button" className="p-button p-button-text tp-fault-count" onClick={focusNextFault}>
      <FormattedMessage id="editor.faults" values={{ count }} />
    </button>
  );
};

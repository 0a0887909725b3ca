import { useRef, type RefObject } from 'react';
import { FormattedMessage } from 'react-intl';

const WRONG = ':is(input, textarea, select, button)[aria-invalid="true"]';
/**
 * A form of so many fields is longer than a phone, and its dialog has the full height: a text added at its
 * foot moves no button that the user is about to press.
 */
const LONG = 10;

interface Props {
  readonly count: number;
  /** Of the form as such. */
  readonly fields: number;
  readonly form: RefObject<HTMLFormElement | null>;
}

/** How much is wrong in a long form, and the way from each of it to the next. */
export const FaultCount = ({ count, fields, form }: Props) => {
  const last = useRef<HTMLElement>(null);
  if (count < 2 || fields < LONG) return null;
  const goOn = () => {
    const wrong = [...(form.current?.querySelectorAll<HTMLElement>(WRONG) ?? [])];
    // The first has had the focus since the form was refused.
    const next = wrong[(wrong.indexOf(last.current ?? wrong[0]!) + 1) % wrong.length];
    last.current = next ?? null;
    next?.focus();
  };
  return (
    <button type="button" className="p-button p-button-text tp-fault-count" onClick={goOn}>
      <FormattedMessage id="editor.faults" values={{ count }} />
    </button>
  );
};

import { useId, useState, type SyntheticEvent } from 'react';
import { FormattedMessage } from 'react-intl';
import { leaveToInputMethod } from '../../components/composing.ts';

interface Props {
  /** The displayed identifier. */
  readonly id: string;
  readonly onSearch: (id: string) => void;
}

/** Search field for an identifier. */
export const TraceForm = ({ id, onSearch }: Props) => {
  const name = useId();
  const [text, setText] = useState(id);
  const [missing, setMissing] = useState(false);
  const search = (event: SyntheticEvent) => {
    event.preventDefault();
    const typed = text.trim();
    setMissing(typed === '');
    if (typed !== '') onSearch(typed);
  };
  return (
    <form className="tp-trace" role="search" noValidate onSubmit={search}>
      <label className="field" htmlFor={name}>
        <span className="field-label">
          <FormattedMessage id="log.trace.field" />
        </span>
        <input
          id={name}
          className="p-inputtext"
          value={text}
          maxLength={200}
          autoComplete="off"
          spellCheck={false}
          enterKeyHint="search"
          aria-invalid={missing}
          aria-describedby={`${name}-note`}
          onKeyDown={leaveToInputMethod}
          onChange={event => {
            setText(event.target.value);
            setMissing(false);
          }}
        />
      </label>
      <button type="submit" className="p-button p-button-sm">
        <FormattedMessage id="log.trace.search" />
      </button>
      <p id={`${name}-note`} className={missing ? 'field-fault' : 'field-hint'}>
        <FormattedMessage id={missing ? 'log.trace.missing' : 'log.trace.hint'} />
      </p>
    </form>
  );
};

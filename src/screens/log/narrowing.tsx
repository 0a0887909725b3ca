import { useId, useState, type SyntheticEvent } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { leaveToInputMethod } from '../../components/composing.ts';
import { halfWidth } from '../../components/fields/reading.ts';
import { Icon } from '../../components/icon.tsx';
import type { LogFilter } from '../../resources/log.ts';
import { isAskable, LONGEST } from './search.ts';

interface Props {
  /** Those whose values are typed. */
  readonly filters: readonly LogFilter[];
  readonly values: Readonly<Record<string, string>>;
  readonly labelOf: (field: string) => string;
  /** Undefined: no longer narrowed by it. */
  readonly onChange: (field: string, value: string | undefined) => void;
}

/** What a log is narrowed by as one types it, such as an id: one field at a time, and those that hold as chips that are taken away again. */
export const Narrowing = ({ filters, values, labelOf, onChange }: Props) => {
  const intl = useIntl();
  const id = useId();
  const [field, choose] = useState(filters[0]?.field ?? '');
  const [draft, set] = useState({ text: '', wrong: false });
  const filter = filters.find(one => one.field === field);
  const held = filters.filter(one => values[one.field] !== undefined);
  const send = (event: SyntheticEvent) => {
    event.preventDefault();
    if (filter === undefined) return;
    const text = filter.kind === 'text' ? draft.text.trim() : halfWidth(draft.text).replace(/\s/g, '');
    if (!isAskable(filter, text)) return set({ ...draft, wrong: draft.text !== '' });
    set({ text: '', wrong: false });
    onChange(field, text);
  };
  return (
    <div className="tp-narrow" role="search">
      <form className="tp-narrow-by" noValidate onSubmit={send}>
        <select className="p-inputtext" aria-label={intl.formatMessage({ id: 'filter.field' })} value={field} onChange={event => { choose(event.target.value); set({ ...draft, wrong: false }); }}>
          {filters.map(one => <option key={one.field} value={one.field}>{labelOf(one.field)}</option>)}
        </select>
        <input
          className="p-inputtext" aria-label={labelOf(field)} autoComplete="off" enterKeyHint="search" maxLength={LONGEST} value={draft.text} aria-invalid={draft.wrong}
          aria-describedby={draft.wrong ? `${id}-wrong` : undefined} onKeyDown={leaveToInputMethod} onChange={event => set({ text: event.target.value, wrong: false })}
        />
        <button type="submit" className="p-button p-button-sm p-button-outlined p-button-secondary tp-button"><Icon name="filter" /><FormattedMessage id="log.narrow" /></button>
        {draft.wrong && <span id={`${id}-wrong`} className="field-fault" role="alert"><FormattedMessage id={`log.narrow.wrong.${filter?.kind === 'text' ? 'text' : 'id'}`} /></span>}
      </form>
      {held.length > 0 && (
        <ul className="tp-chips" aria-label={intl.formatMessage({ id: 'filter.active' })}>
          {held.map(one => {
            const sentence = intl.formatMessage({ id: one.parameter?.endsWith('__contains') ? 'filter.says.contains' : 'filter.says.is' }, { field: labelOf(one.field), value: values[one.field] ?? '' });
            return (
              <li key={one.field} className="tp-chip">
                <button type="button" title={intl.formatMessage({ id: 'filter.edit' })} onClick={() => { choose(one.field); set({ text: values[one.field] ?? '', wrong: false }); }}>{sentence}</button>
                <button type="button" aria-label={intl.formatMessage({ id: 'filter.remove' }, { filter: sentence })} onClick={() => onChange(one.field, undefined)}><Icon name="close" /></button>
              </li>
            );
          })}
        </ul>
      )}
    </div>
  );
};

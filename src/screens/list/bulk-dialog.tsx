import { useEffect, useId, useMemo, useRef, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { isSame } from '../../../machines/draft.ts';
import { Dialog } from '../../components/dialog.tsx';
import { useTellChanged } from '../../console/row-changes.ts';
import { useNotify } from '../../console/context.ts';
import { check } from '../../resources/constraints.ts';
import type { Identified, Resource } from '../../resources/resource.ts';
import { fieldsOf, useFieldTexts, type AnyDraft, type AnyField } from '../record/fields.ts';
import { RecordForm } from '../record/record-form.tsx';
import { BulkOutcome } from './bulk-outcome.tsx';
import { BulkPreview } from './bulk-preview.tsx';
import './bulk.css';
import { useBulk } from './use-bulk.ts';

interface Props<Row extends Identified, Draft extends object> {
  readonly resource: Resource<Row, Draft>;
  /** Those that it is about, as they were seen. */
  readonly rows: readonly Row[];
  readonly onClosed: () => void;
}

/** The field alone, outside of the section of its form. */
const plainOf = ({ section: _, ...field }: AnyField): AnyField => field;

/** One change of many rows: which field becomes what, what that means row by row, and what became of it. */
const BulkDialog = <Row extends Identified, Draft extends object>({
  resource,
  rows: selectedRows,
  onClosed,
}: Props<Row, Draft>) => {
  const intl = useIntl();
  const id = useId();
  const notify = useNotify();
  const tellChanged = useTellChanged();
  // The list behind is loaded again while this is open; it is about the rows that were picked, as they were.
  const [rows] = useState(selectedRows);
  const { bulk = [], form } = resource;
  const drafts = useMemo(
    () => rows.map(row => ({ row, draft: (form?.draftOf(row) ?? {}) as AnyDraft })),
    [rows, form],
  );
  const texts = useFieldTexts(resource.name, drafts[0]?.draft);
  const { state, send } = useBulk(resource, rows, {
    onClosed,
    onSettled: (changed, isComplete) => {
      if (changed > 0) tellChanged(resource);
      if (isComplete) notify({ kind: 'SUCCESS', message: 'bulk.done', values: { count: changed } });
    },
  });

  const offered = fieldsOf(resource).filter(({ field }) => bulk.some(one => one.field === field));
  const [chosen, choose] = useState(offered[0]?.field ?? '');
  const field = offered.find(one => one.field === chosen);
  // What all of them have is what one begins from.
  const [typed, say] = useState<AnyDraft>({});
  const usual = drafts.every(({ draft }) => isSame(draft[chosen], drafts[0]?.draft[chosen]))
    ? drafts[0]?.draft[chosen]
    : (form?.blank as AnyDraft | undefined)?.[chosen];
  const value = chosen in typed ? typed[chosen] : usual;
  const along = bulk.find(one => one.field === chosen)?.along as AnyDraft | undefined;
  const values = useMemo(() => ({ ...along, [chosen]: value }), [along, chosen, value]);
  const faults =
    field === undefined
      ? {}
      : check(
          values,
          Object.fromEntries(Object.entries(form?.constraints ?? {}).filter(([name]) => name === chosen)),
        );
  const sound = Object.keys(faults).length === 0;
  const ids = useMemo(
    () =>
      sound
        ? drafts
            .filter(({ draft }) => Object.entries(values).some(([name, next]) => !isSame(draft[name], next)))
            .map(({ row }) => row.id)
        : [],
    [sound, drafts, values],
  );
  useEffect(() => send({ type: 'choose', change: { values, ids } }), [send, values, ids]);

  // What had the focus goes with its step: whoever works by keyboard goes on at the next.
  const steps = useRef<HTMLDivElement>(null);
  const step = typeof state.value === 'string' ? state.value : 'sending';
  const before = useRef(step);
  useEffect(() => {
    if (before.current === step) return;
    before.current = step;
    steps.current?.querySelector<HTMLElement>('[data-first]')?.focus();
  }, [step]);

  const title = intl.formatMessage({ id: 'bulk.title' }, { count: rows.length });
  const names = new Map(rows.map(row => [row.id, row.label]));
  const sending = state.matches('sending');
  const close = () => {
    if (!sending) send({ type: state.matches('seen') ? 'back' : 'close' });
  };
  return (
    <Dialog title={title} busy={sending} onClose={close}>
      <div ref={steps} className="tp-bulk-steps">
        {state.matches('choosing') && field !== undefined && (
          <>
            <div className="tp-dialog-body tp-bulk">
              <div className="field">
                <label htmlFor={id}>
                  <FormattedMessage id="bulk.field" />
                </label>
                <select
                  id={id}
                  data-first
                  className="p-inputtext"
                  value={chosen}
                  onChange={event => choose(event.target.value)}
                >
                  {offered.map(one => (
                    <option key={one.field} value={one.field}>
                      {texts.labelOf(one.field)}
                    </option>
                  ))}
                </select>
              </div>
              <RecordForm
                fields={[plainOf(field)]}
                constraints={form?.constraints ?? {}}
                draft={values}
                faults={chosen in typed ? faults : {}}
                texts={texts}
                onChange={(name, next) => say({ ...typed, [name]: next })}
                onLeave={() => undefined}
              />
              <p className="tp-note" role="status">
                <FormattedMessage
                  id="bulk.affects"
                  values={{ count: ids.length, rest: rows.length - ids.length }}
                />
              </p>
            </div>
            <div className="tp-dialog-foot">
              <button type="button" className="p-button p-button-outlined" onClick={close}>
                <FormattedMessage id="confirm.no" />
              </button>
              <button
                type="button"
                className="p-button"
                disabled={ids.length === 0}
                onClick={() => send({ type: 'look' })}
              >
                <FormattedMessage id="bulk.look" />
              </button>
            </div>
          </>
        )}
        {state.matches('seen') && (
          <BulkPreview
            fields={offered}
            drafts={drafts.filter(({ row }) => ids.includes(row.id))}
            values={values}
            texts={texts}
            send={send}
          />
        )}
        {(sending || state.matches('partly')) && <BulkOutcome bulk={{ state, send }} names={names} />}
      </div>
    </Dialog>
  );
};
export default BulkDialog;

import { useEffect, useMemo, useRef, useState, type ComponentProps } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { isSame } from '../../../machines/draft.ts';
import { Dialog } from '../../components/dialog.tsx';
import { ChoiceField } from '../../components/fields/choice-field.tsx';
import { useReportChange } from '../../console/row-changes.ts';
import { useNotify } from '../../console/context.ts';
import { check } from '../../resources/constraints.ts';
import type { Identified, Resource } from '../../resources/resource.ts';
import { fieldsOf, useFieldTexts, type AnyDraft, type AnyField, type FieldTexts } from '../record/fields.ts';
import { RecordForm } from '../record/record-form.tsx';
import { BulkOutcome } from './bulk-outcome.tsx';
import { BulkPreview } from './bulk-preview.tsx';
import './bulk.css';
import { useBulk } from './use-bulk.ts';

interface Props<Row extends Identified, Draft extends object> {
  readonly resource: Resource<Row, Draft>;
  /** The selected rows as last loaded. */
  readonly rows: readonly Row[];
  readonly onClosed: () => void;
}

/** The field without its section, as it is rendered alone. */
const plainOf = ({ section: _, ...field }: AnyField): AnyField => field;

/** A selected row with its draft before the change. */
interface Candidate<Row extends Identified> {
  readonly row: Row;
  readonly draft: AnyDraft;
}

/** The value of a field if all drafts have the same, else that of a blank form. */
const commonValue = (field: string, drafts: readonly AnyDraft[], blank: AnyDraft | undefined): unknown => {
  const [first] = drafts;
  return drafts.every(draft => isSame(draft[field], first?.[field])) ? first?.[field] : blank?.[field];
};

/** State of the form: the chosen field, its value, and the rows that the change affects. */
const useChosenChange = <Row extends Identified, Draft extends object>(
  resource: Resource<Row, Draft>,
  candidates: readonly Candidate<Row>[],
) => {
  const { bulk = [], form } = resource;
  const offered = fieldsOf(resource).filter(({ field }) => bulk.some(one => one.field === field));
  const [chosen, choose] = useState(offered[0]?.field ?? '');
  const [typed, type] = useState<AnyDraft>({});
  const value =
    chosen in typed
      ? typed[chosen]
      : commonValue(
          chosen,
          candidates.map(({ draft }) => draft),
          form?.blank as AnyDraft | undefined,
        );
  const along = bulk.find(one => one.field === chosen)?.along as AnyDraft | undefined;
  const values = useMemo(() => ({ ...along, [chosen]: value }), [along, chosen, value]);
  const field = offered.find(one => one.field === chosen);
  const constraints = Object.entries(form?.constraints ?? {}).filter(([name]) => name === chosen);
  const faults = field === undefined ? {} : check(values, Object.fromEntries(constraints));
  const sound = Object.keys(faults).length === 0;
  const ids = useMemo(
    () =>
      sound
        ? candidates
            .filter(({ draft }) => Object.entries(values).some(([name, next]) => !isSame(draft[name], next)))
            .map(({ row }) => row.id)
        : [],
    [sound, candidates, values],
  );
  return {
    offered,
    field,
    choose,
    values,
    ids,
    /** Validation errors, only once the user has typed a value. */
    faults: chosen in typed ? faults : {},
    onChange: (name: string, next: unknown) => type({ ...typed, [name]: next }),
  };
};
type ChosenChange = ReturnType<typeof useChosenChange>;

/** Moves the focus to the first control of a new step, since the focused control was removed. */
const useStepFocus = (step: string) => {
  const box = useRef<HTMLDivElement>(null);
  const before = useRef(step);
  useEffect(() => {
    if (before.current === step) return;
    before.current = step;
    box.current?.querySelector<HTMLElement>('[data-first]')?.focus();
  }, [step]);
  return box;
};

/** Announces changed rows to lists that show them, and a complete change to the user. */
const useChangeReport = <Row extends Identified, Draft extends object>(resource: Resource<Row, Draft>) => {
  const notify = useNotify();
  const reportChange = useReportChange();
  return (changed: number, isComplete: boolean): void => {
    if (changed > 0) reportChange(resource);
    if (isComplete) notify({ kind: 'SUCCESS', message: 'bulk.done', values: { count: changed } });
  };
};

interface FieldChoiceProps {
  readonly change: ChosenChange;
  readonly field: AnyField;
  readonly constraints: ComponentProps<typeof RecordForm>['constraints'];
  readonly texts: FieldTexts;
  /** Number of selected rows. */
  readonly count: number;
  readonly onClose: () => void;
  readonly onLook: () => void;
}

/** First step: field and value. */
const FieldChoice = ({ change, field, constraints, texts, count, onClose, onLook }: FieldChoiceProps) => {
  const intl = useIntl();
  const { offered, choose, values, ids, faults, onChange } = change;
  return (
    <>
      <div className="tp-dialog-body tp-bulk">
        <ChoiceField
          name="field"
          label={intl.formatMessage({ id: 'bulk.field' })}
          required
          first
          value={field.field}
          options={offered.map(one => ({ value: one.field, label: texts.labelOf(one.field) }))}
          onChange={chosen => choose(String(chosen))}
        />
        <RecordForm
          fields={[plainOf(field)]}
          constraints={constraints}
          draft={values}
          faults={faults}
          texts={texts}
          onChange={onChange}
          onLeave={() => undefined}
        />
        <p className="tp-note" role="status">
          <FormattedMessage id="bulk.affects" values={{ count: ids.length, rest: count - ids.length }} />
        </p>
      </div>
      <div className="tp-dialog-foot">
        <button type="button" className="p-button p-button-outlined" onClick={onClose}>
          <FormattedMessage id="confirm.no" />
        </button>
        <button type="button" className="p-button" disabled={ids.length === 0} onClick={onLook}>
          <FormattedMessage id="bulk.preview" />
        </button>
      </div>
    </>
  );
};

/** Dialog that changes a field of many rows: choice of field and value, preview by row, outcome. */
const BulkDialog = <Row extends Identified, Draft extends object>({
  resource,
  rows: selectedRows,
  onClosed,
}: Props<Row, Draft>) => {
  const intl = useIntl();
  // The list reloads while the dialog is open; the change applies to the rows as selected.
  const [rows] = useState(selectedRows);
  const { form } = resource;
  const candidates = useMemo(
    () => rows.map(row => ({ row, draft: (form?.draftOf(row) ?? {}) as AnyDraft })),
    [rows, form],
  );
  const texts = useFieldTexts(resource.name, candidates[0]?.draft);
  const { state, send } = useBulk(resource, rows, { onClosed, onSettled: useChangeReport(resource) });
  const change = useChosenChange(resource, candidates);
  const { field, values, ids } = change;
  useEffect(() => send({ type: 'choose', change: { values, ids } }), [send, values, ids]);
  const steps = useStepFocus(typeof state.value === 'string' ? state.value : 'sending');
  const sending = state.matches('sending');
  const close = () => {
    if (!sending) send({ type: state.matches('previewed') ? 'back' : 'close' });
  };
  return (
    <Dialog
      title={intl.formatMessage({ id: 'bulk.title' }, { count: rows.length })}
      busy={sending}
      onClose={close}
    >
      <div ref={steps} className="tp-bulk-steps">
        {state.matches('choosing') && field !== undefined && (
          <FieldChoice
            change={change}
            field={field}
            constraints={form?.constraints ?? {}}
            texts={texts}
            count={rows.length}
            onClose={close}
            onLook={() => send({ type: 'preview' })}
          />
        )}
        {state.matches('previewed') && (
          <BulkPreview
            fields={change.offered}
            drafts={candidates.filter(({ row }) => ids.includes(row.id))}
            values={values}
            texts={texts}
            send={send}
          />
        )}
        {(sending || state.matches('partial')) && (
          <BulkOutcome bulk={{ state, send }} names={new Map(rows.map(row => [row.id, row.label]))} />
        )}
      </div>
    </Dialog>
  );
};
export default BulkDialog;

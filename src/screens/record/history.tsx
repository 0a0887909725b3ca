import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Choice } from '../../components/choice.tsx';
import { time } from '../../components/formats.ts';
import { NotLoaded } from '../../components/states.tsx';
import { useChanged } from '../../console/row-changes.ts';
import { changes as changeLog, type Change } from '../../resources/changes.ts';
import { present } from '../../resources/row.ts';
import { useQueryState } from '../use-query.ts';
import { ByKey } from '../by-key.tsx';
import {
  ACCESS_ACTIONS,
  ACTIONS_WITHOUT_USER,
  changedValue,
  isEmptyValue,
  shownChanges,
  splitField,
  type ChangedField,
} from './changed-fields.ts';
import type { AnyDraft, AnyField, FieldTexts } from './fields.ts';
import {
  isFormField,
  recordedField,
  recordedLabel,
  recordedText,
  type RecordedField,
  type RecordedForm,
} from './recorded-field.ts';
import { Shown } from './value-text.tsx';
import './record.css';

/** Number of entries at first and per further page. */
const HISTORY_PAGE_ROWS = 20;

interface Props {
  /** Name of the resource. */
  readonly name: string;
  readonly id: number;
  readonly fields: readonly AnyField[];
  readonly texts: FieldTexts;
  /** The values of an empty form: a creation lists what differs from it. Null: the entries have no form. */
  readonly blank: AnyDraft | null;
  /** Message id of the empty state. */
  readonly none?: string;
}

interface FieldChoiceProps extends Pick<Props, 'fields' | 'texts'> {
  /** Empty: all fields. */
  readonly value: string;
  readonly onChange: (field: string) => void;
}

/** Choice of the field whose changes are shown. */
const FieldChoice = ({ fields, texts, value, onChange }: FieldChoiceProps) => {
  const intl = useIntl();
  return (
    <div className="tp-history-field">
      <Choice
        label={intl.formatMessage({ id: 'history.field' })}
        value={value}
        options={[
          { value: '', label: intl.formatMessage({ id: 'history.all_fields' }) },
          ...fields
            .filter(({ widget, repeats }) => widget !== 'password' && repeats === undefined)
            .map(({ field }) => ({ value: field, label: texts.labelOf(field) })),
        ]}
        onChange={onChange}
      />
    </div>
  );
};

const Note = ({ id }: { readonly id: string }) => (
  <p className="tp-note">
    <FormattedMessage id={id} />
  </p>
);

interface MoreProps {
  /** Number of entries that are not shown. */
  readonly count: number;
  readonly busy: boolean;
  readonly onMore: () => void;
}

const More = ({ count, busy, onMore }: MoreProps) => (
  <p className="tp-history-more">
    <button
      type="button"
      className="p-button p-button-outlined p-button-sm"
      aria-disabled={busy}
      onClick={onMore}
    >
      <FormattedMessage id="history.more" values={{ count }} />
    </button>
  </p>
);

/** Change history of a record for administrators: who, when, from where, and values before and after. */
export const History = ({ name, id, fields, texts, blank, none = 'history.none' }: Props) => {
  const [{ size, field }, set] = useState({ size: HISTORY_PAGE_ROWS, field: '' });
  const { answer, failure, busy, reload } = useQueryState(changeLog.operations.page, {
    where: String(
      new URLSearchParams({
        entity: name,
        row_id: String(id),
        ...(field !== '' && { changed_fields__contains: JSON.stringify(field) }),
      }),
    ),
    page: 1,
    page_size: size,
  });
  useChanged(name, reload);
  const changes = present(answer?.page?.results);
  const left = (answer?.page?.count ?? 0) - changes.length;
  if (failure || answer === null) return <NotLoaded failure={failure} onAgain={reload} rows={3} />;
  if (changes.length === 0 && field === '') return <Note id={none} />;
  return (
    <>
      {fields.length > 1 && (
        <FieldChoice
          fields={fields}
          texts={texts}
          value={field}
          onChange={chosen => set({ size: HISTORY_PAGE_ROWS, field: chosen })}
        />
      )}
      {changes.length === 0 && <Note id="history.none" />}
      <ol className="tp-history" aria-busy={busy}>
        {changes.map(change => (
          <Line key={change.id} change={change} fields={fields} texts={texts} blank={blank} />
        ))}
      </ol>
      {left > 0 && (
        <More count={left} busy={busy} onMore={() => set({ field, size: size + HISTORY_PAGE_ROWS })} />
      )}
    </>
  );
};

const CHANGES: ReadonlySet<string | null> = new Set(['create', 'update', 'remove', 'restore']);

interface ChangedFieldsProps extends Pick<Props, 'texts' | 'blank'>, Pick<RecordedForm, 'fields' | 'parted'> {
  readonly change: Change;
}

interface LineProps extends Pick<Props, 'fields' | 'texts' | 'blank'> {
  readonly change: Change;
}

const Line = ({ change, fields, texts, blank }: LineProps) => {
  const { action, user_name, api_key_name: key, ip_address, changed_at } = change;
  return (
    <li data-action={action}>
      <header>
        <strong>
          {CHANGES.has(action) || ACCESS_ACTIONS.has(action) ? (
            <FormattedMessage id={`history.${action}`} />
          ) : (
            action
          )}
        </strong>
        {!(user_name === null && ACTIONS_WITHOUT_USER.has(action)) && (
          <span>{user_name ?? <FormattedMessage id="history.by_import" />}</span>
        )}
        <ByKey name={key} />
        <time dateTime={changed_at}>{time(changed_at)}</time>
        {ip_address !== '' && (
          <code>
            <FormattedMessage id="history.from" values={{ ip: ip_address }} />
          </code>
        )}
      </header>
      <ChangedFields change={change} fields={fields} texts={texts} blank={blank} />
    </li>
  );
};

/** The changed fields of an entry, with their values before and after. */
export const ChangedFields = ({ change, fields, texts, blank, parted }: ChangedFieldsProps) => {
  const { action, entity } = change;
  // Deletions and restorations change no fields.
  if (action !== 'create' && action !== 'update') return null;
  const changed = splitField(present(change.fields), parted);
  return (
    <dl>
      {shownChanges(changed, fields, action === 'create' ? (blank ?? {}) : null).map(one => (
        <FieldChange
          key={one.field}
          changed={one}
          made={action === 'create'}
          field={recordedField(one.field, fields)}
          name={entity}
          texts={texts}
        />
      ))}
    </dl>
  );
};

interface FieldChangeProps extends ValueProps {
  readonly changed: ChangedField;
  /** The entry is the creation: there are no values before. */
  readonly made: boolean;
}

const FieldChange = ({ changed, made, ...of }: Omit<FieldChangeProps, 'value'>) => {
  const intl = useIntl();
  return (
    <div>
      <dt>{recordedLabel(of.field, { ...of, intl })}</dt>
      <dd>
        {!made && (
          <>
            <del>
              <RecordedValue value={changedValue(changed.before)} {...of} />
            </del>
            <span role="img" aria-label={intl.formatMessage({ id: 'history.changed_to' })}>
              →
            </span>
          </>
        )}
        <ins>
          <RecordedValue value={changedValue(changed.after)} {...of} />
        </ins>
      </dd>
    </div>
  );
};

interface ValueProps {
  /** Name of the entity. */
  readonly name: string;
  readonly field: RecordedField;
  readonly value: unknown;
  readonly texts: FieldTexts;
}

const RecordedValue = ({ value, field, name, texts }: ValueProps) => {
  const intl = useIntl();
  return isFormField(field) || isEmptyValue(value) ? (
    <Shown field={{ widget: 'text', ...field }} value={value} texts={texts} />
  ) : (
    recordedText(value, field, { name, texts, intl })
  );
};

import { FormattedMessage, useIntl } from 'react-intl';
import { ScrollBox } from '../../components/scroll-box.tsx';
import { capitalised } from '../../console/capitalised.ts';
import type { Identified } from '../../resources/resource.ts';
import type { AnyDraft, AnyField, FieldTexts } from '../record/fields.ts';
import { Shown } from '../record/value-text.tsx';
import type { Bulk } from './use-bulk.ts';

interface Props {
  readonly fields: readonly AnyField[];
  /** The rows that change. */
  readonly drafts: readonly { readonly row: Identified; readonly draft: AnyDraft }[];
  readonly values: AnyDraft;
  readonly texts: FieldTexts;
  readonly send: Bulk['send'];
}

/** Maximum number of rows listed individually. */
const MAX_ROWS_SHOWN = 200;

/** Each row with its values before and after the change. */
const PreviewTable = ({ fields, drafts, values, texts }: Omit<Props, 'send'>) => {
  const side = (draft: AnyDraft) =>
    fields.map(field => (
      <div key={field.field}>
        {fields.length > 1 && <span className="tp-bulk-of">{texts.labelOf(field.field)}</span>}{' '}
        <Shown field={field} value={draft[field.field]} texts={texts} />
      </div>
    ));
  return (
    <table className="tp-bulk-table">
      <thead>
        <tr>
          <th scope="col">{capitalised(texts.one)}</th>
          <th scope="col">
            <FormattedMessage id="bulk.before" />
          </th>
          <th scope="col">
            <FormattedMessage id="bulk.after" />
          </th>
        </tr>
      </thead>
      <tbody>
        {drafts.map(({ row, draft }) => (
          <tr key={row.id}>
            <th scope="row">{row.label}</th>
            <td>{side(draft)}</td>
            <td>{side(values)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
};

/** Preview of the change, row by row. */
export const BulkPreview = ({ fields, drafts, values, texts, send }: Props) => {
  const intl = useIntl();
  const changed = fields.filter(({ field }) => field in values);
  const shownDrafts = drafts.slice(0, MAX_ROWS_SHOWN);
  return (
    <>
      <div className="tp-dialog-body tp-bulk">
        <p>
          <FormattedMessage
            id="bulk.seen"
            values={{
              count: drafts.length,
              field: changed.map(({ field }) => texts.labelOf(field)).join(' / '),
            }}
          />
        </p>
        <ScrollBox className="tp-bulk-scroll" label={intl.formatMessage({ id: 'bulk.preview' })}>
          <PreviewTable fields={changed} drafts={shownDrafts} values={values} texts={texts} />
        </ScrollBox>
        {drafts.length > shownDrafts.length && (
          <p className="tp-note">
            <FormattedMessage id="filter.more" values={{ count: drafts.length - shownDrafts.length }} />
          </p>
        )}
      </div>
      <div className="tp-dialog-foot">
        <button type="button" className="p-button p-button-outlined" onClick={() => send({ type: 'back' })}>
          <FormattedMessage id="bulk.back" />
        </button>
        <button type="button" className="p-button" data-first onClick={() => send({ type: 'confirm' })}>
          <FormattedMessage id="bulk.confirm" values={{ count: drafts.length }} />
        </button>
      </div>
    </>
  );
};

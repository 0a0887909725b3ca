import { FormattedMessage, useIntl } from 'react-intl';
import { copy } from '../../components/copy.ts';
import { labelledText } from '../../components/labelled-text.ts';
import type { Identified, Resource } from '../../resources/resource.ts';
import { useCopied } from '../use-copy-notice.ts';
import type { FieldTexts } from './fields.ts';

interface Props<Row extends Identified, Draft extends object> {
  readonly resource: Resource<Row, Draft>;
  readonly texts: FieldTexts;
  readonly id: number;
  readonly row: Row | null;
}

/** Label of the record, and its id or code, which a click copies. */
export const RecordTitle = <Row extends Identified, Draft extends object>({
  resource: { code: codeField },
  texts,
  id,
  row,
}: Props<Row, Draft>) => {
  const intl = useIntl();
  const copied = useCopied();
  const code = row === null || codeField === undefined ? null : String(row[codeField]);
  return (
    <div className="tp-screen-head">
      <h1>
        {row?.label ?? texts.one}
        {row?.status === false && (
          <span className="tp-record-deleted">
            <FormattedMessage id="record.deleted" />
          </span>
        )}
      </h1>
      <p className="tp-record-id">
        {texts.one}{' '}
        <button
          type="button"
          className="tp-copy"
          title={intl.formatMessage({ id: 'action.copy_id' })}
          onClick={() =>
            void copy(code ?? String(id)).then(
              () => copied(true),
              () => copied(false),
            )
          }
        >
          {codeField === undefined || code === null ? (
            <FormattedMessage id="record.id" values={{ id }} />
          ) : (
            labelledText(texts.labelOf(codeField), code, intl)
          )}
        </button>
      </p>
    </div>
  );
};

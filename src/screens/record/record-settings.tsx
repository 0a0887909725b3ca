import { useIntl } from 'react-intl';
import { useFormatter } from '../../components/use-formatter.ts';
import { useSignedInData } from '../../console/context.ts';
import type { Column } from '../../resources/column.ts';
import type { Identified, Resource } from '../../resources/resource.ts';
import { Details } from './details.tsx';
import { readableFields, type AnyDraft, type FieldTexts } from './fields.ts';
import { RecordSidePanel } from './record-side-panel.tsx';

interface Props<Row extends Identified, Draft extends object> {
  readonly resource: Resource<Row, Draft>;
  readonly texts: FieldTexts;
  readonly row: Row;
  readonly draft: AnyDraft;
}

/** The values of the record, and its times. */
export const RecordSettings = <Row extends Identified, Draft extends object>({
  resource,
  texts,
  row,
  draft,
}: Props<Row, Draft>) => {
  const intl = useIntl();
  const { lists } = useSignedInData();
  return (
    <div className="tp-record">
      <section className="tp-panel" aria-label={intl.formatMessage({ id: 'record.settings' })}>
        <Details fields={readableFields(resource, draft, lists)} draft={draft} texts={texts} level={2} />
        <Times columns={resource.columns} row={row} texts={texts} />
      </section>
      <RecordSidePanel panel={resource.form?.panel} id={row.id} draft={draft} read />
    </div>
  );
};

/** Times of the record (creation, change, use), from the columns of its list. */
const Times = <Row extends Identified>({
  columns,
  row,
  texts,
}: {
  readonly columns: readonly Column<Row>[];
  readonly row: Row;
  readonly texts: FieldTexts;
}) => {
  const format = useFormatter();
  const times = columns.filter(column => column.format === 'time');
  return (
    times.length > 0 && (
      <dl className="tp-record-times">
        {times.map(({ field }) => (
          <div key={field}>
            <dt>{texts.labelOf(field)}</dt>
            <dd>{format('time', row[field] as string | null)}</dd>
          </div>
        ))}
      </dl>
    )
  );
};

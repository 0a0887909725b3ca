import { Link, useParams, useRouterState } from '@tanstack/react-router';
import { lazy, Suspense, type ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { failureOf } from '../../../machines/failure.ts';
import { Button } from '../../components/button.tsx';
import { copy } from '../../components/copy.ts';
import { Empty, Failed, RowsAwaited } from '../../components/states.tsx';
import { useFormatter } from '../../components/use-formatter.ts';
import { useAddress } from '../../console/address.ts';
import { useChanged } from '../../console/row-changes.ts';
import { useKnown } from '../../console/context.ts';
import { useNaming } from '../../console/naming.ts';
import type { Column } from '../../resources/column.ts';
import { readDraft } from '../../resources/draft.ts';
import type { Identified, Operations, Resource, RowLink } from '../../resources/resource.ts';
import { useDeeds } from '../list/use-row-commands.ts';
import '../screens.css';
import { useAllowed, type Allowed } from '../use-allowed.ts';
import { useCopied } from '../use-copied.ts';
import { useInquiry } from '../use-query.ts';
import { useOverlay } from '../use-overlay.ts';
import { Along } from './neighbours.tsx';
import { Details } from './details.tsx';
import { fieldsOf, readableFields, useFieldTexts, type AnyDraft, type FieldTexts } from './fields.ts';
import { RecordModal } from './lazy-modal.ts';
import { OtherProduct } from './other-product.tsx';
import { RecordAside } from './record-aside.tsx';
import { useTellRecord } from './use-record.ts';
import './record.css';

const History = lazy(async () => ({ default: (await import('./history.tsx')).History }));

/**
 * A record's own page: what it holds, what was changed, and what one may do with it.
 *
 * @param of the record's number, where the address does not name it
 */
export const RecordScreen = <Row extends Identified, Draft extends object>({
  resource,
  of,
}: {
  readonly resource: Resource<Row, Draft>;
  readonly of?: number;
}) => {
  const { id: named } = useParams({ strict: false });
  const id = of === undefined ? named : String(of);
  const texts = useFieldTexts(resource.name);
  const { one } = resource.operations;
  return id !== undefined && /^[1-9]\d{0,8}$/.test(id) && one !== undefined ? (
    <Record key={id} resource={resource} id={Number(id)} one={one} texts={texts} />
  ) : (
    <Missing resource={resource} texts={texts} />
  );
};

interface RecordProps<Row extends Identified, Draft extends object> {
  readonly resource: Resource<Row, Draft>;
  readonly id: number;
  readonly one: NonNullable<Operations<Row, Draft>['one']>;
  readonly texts: FieldTexts;
}

const readModal = (raw: Readonly<Record<string, string>>) => ({ editing: raw['modal'] === 'edit' });

const Record = <Row extends Identified, Draft extends object>({
  resource,
  id,
  one,
  texts,
}: RecordProps<Row, Draft>) => {
  const intl = useIntl();
  const { role, lists } = useKnown();
  const [{ editing }, change] = useAddress(readModal);
  const { answer, failure, busy, again } = useInquiry(one, { id });
  useChanged(resource.name, again);
  const may = useAllowed(resource);
  const overlay = useOverlay();
  const copied = useCopied();
  const path = useRouterState({ select: state => state.location.pathname });
  const row = answer?.one ?? null;
  useNaming(path, row?.label ?? null);
  if (failure?.kind === 'missing' || (answer !== null && row === null))
    return <Missing resource={resource} texts={texts} />;
  const draft =
    row === null
      ? null
      : resource.form === undefined
        ? (row as unknown as AnyDraft)
        : readDraft(row, resource.form.draftOf(row));
  const fields = draft === null ? [] : readableFields(resource, draft, lists);
  const code = row === null || resource.code === undefined ? null : String(row[resource.code]);
  const edit = () => {
    overlay.opened();
    change({ modal: 'edit' });
  };
  const close = () => overlay.close(() => change({ modal: undefined }, { replace: true }));
  return (
    <article className="tp-screen" aria-busy={busy}>
      {resource.page !== undefined && <Along name={resource.name} id={id} page={resource.page} />}
      <header className="tp-record-head">
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
              title={intl.formatMessage({ id: 'deed.copy_id' })}
              onClick={() =>
                void copy(code ?? String(id)).then(
                  () => copied(true),
                  () => copied(false),
                )
              }
            >
              {resource.code === undefined || code === null ? (
                <FormattedMessage id="record.id" values={{ id }} />
              ) : (
                `${texts.labelOf(resource.code)} ${code}`
              )}
            </button>
          </p>
        </div>
        {row !== null && <Actions resource={resource} row={row} may={may} onEdit={edit} />}
      </header>
      {draft !== null && <OtherProduct of={draft} one={texts.one} choosing />}
      {failure !== null ? (
        <section className="tp-panel">
          <Failed trouble={failure} onAgain={again} />
        </section>
      ) : row === null || draft === null ? (
        <section className="tp-panel">
          <RowsAwaited rows={6} />
        </section>
      ) : (
        <div className="tp-record">
          <section className="tp-panel" aria-label={intl.formatMessage({ id: 'record.settings' })}>
            <Details fields={fields} draft={draft} texts={texts} level={2} />
            <Times columns={resource.columns} row={row} texts={texts} />
          </section>
          <RecordAside aside={resource.form?.panel} id={id} draft={draft} read />
        </div>
      )}
      {row !== null && role.base === 'admin' && (
        <section className="tp-panel" aria-labelledby="history">
          <h2 id="history">
            <FormattedMessage id="history.title" />
          </h2>
          <Suspense fallback={<RowsAwaited rows={3} />}>
            <History name={resource.name} id={id} fields={fieldsOf(resource)} texts={texts} />
          </Suspense>
        </section>
      )}
      {editing && row !== null && may.change && (
        <Suspense>
          <RecordModal resource={resource} kind="edit" id={id} onClosed={close} />
        </Suspense>
      )}
    </article>
  );
};

/** When it was made, changed, used: what its list tells in columns. */
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

interface ActionsProps<Row extends Identified, Draft extends object> {
  readonly resource: Resource<Row, Draft>;
  readonly row: Row;
  readonly may: Allowed;
  readonly onEdit: () => void;
}

const Actions = <Row extends Identified, Draft extends object>({
  resource,
  row,
  may,
  onEdit,
}: ActionsProps<Row, Draft>) => {
  const intl = useIntl();
  const { profile, role } = useKnown();
  const commands = useDeeds(resource);
  const tell = useTellRecord(resource);
  const { operations, links = [] } = resource;
  const oneself = resource.name === 'users' && row.id === profile.id;
  const mayGo = (to: RowLink['for']) =>
    to === 'everybody' || may.change || (to === 'writers-and-oneself' && oneself);
  const act = (kind: 'remove' | 'restore') => {
    const deed = { kind, ids: [row.id] };
    commands.act(kind, [row]).then(
      happened => {
        if (!happened) return;
        tell([row.id]);
        commands.onDone(deed);
      },
      (cause: unknown) => commands.onFailed(deed, failureOf(cause)),
    );
  };
  return (
    <div className="tp-record-actions">
      {links
        .filter(
          link => mayGo(link.for) && (link.needs === undefined || role.permissions[link.needs] === 'write'),
        )
        .map(({ to, label }) => (
          <Link
            key={to}
            to={to.replace('$id', String(row.id)) as '/'}
            className="p-button p-button-outlined p-button-sm"
          >
            <FormattedMessage id={label} />
          </Link>
        ))}
      {may.keep && row.status && operations.remove !== undefined && (
        <Button label={intl.formatMessage({ id: 'deed.remove' })} onClick={() => act('remove')} />
      )}
      {may.keep && !row.status && operations.restore !== undefined && (
        <Button label={intl.formatMessage({ id: 'deed.restore' })} onClick={() => act('restore')} />
      )}
      {may.change && row.status && operations.update !== undefined && (
        <Button label={intl.formatMessage({ id: 'deed.edit' })} tone="primary" onClick={onEdit} />
      )}
    </div>
  );
};

/** There is no such record, or none that one may see: inside the shell, with the way back to its list. */
const Missing = <Row extends Identified, Draft extends object>({
  resource,
  texts,
}: {
  readonly resource: Resource<Row, Draft>;
  readonly texts: FieldTexts;
}): ReactNode => (
  <article className="tp-screen">
    <header className="tp-screen-head">
      <h1>
        <FormattedMessage id="record.missing" values={{ one: texts.one }} />
      </h1>
    </header>
    <section className="tp-panel">
      <Empty title="record.missing.hint" />
      {resource.page !== undefined && (
        <p className="tp-history-more">
          <Link to={resource.page.replace(/\/\$id$/, '') as '/'} className="p-button p-button-outlined">
            <FormattedMessage id="record.missing.back" />
          </Link>
        </p>
      )}
    </section>
  </article>
);

import { Link, useParams, useRouterState } from '@tanstack/react-router';
import { lazy, Suspense, type ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';
import { Empty, NotLoaded, RowsPlaceholder } from '../../components/states.tsx';
import { useAddress } from '../../console/address.ts';
import { useChanged } from '../../console/row-changes.ts';
import { useSignedInData } from '../../console/context.ts';
import { useNaming } from '../../console/naming.ts';
import { readDraft } from '../../resources/draft.ts';
import type { Identified, Operations, Resource } from '../../resources/resource.ts';
import '../screens.css';
import { useAllowed } from '../use-allowed.ts';
import { useQueryState } from '../use-query.ts';
import { useOverlay } from '../use-overlay.ts';
import { NeighbourLinks } from './neighbours.tsx';
import { fieldsOf, useFieldTexts, type AnyDraft, type FieldTexts } from './fields.ts';
import { RecordModal } from './lazy-modal.ts';
import { OtherProduct } from './other-product.tsx';
import { RecordActions } from './record-actions.tsx';
import { RecordSettings } from './record-settings.tsx';
import { RecordTitle } from './record-title.tsx';
import './record.css';

const History = lazy(async () => ({ default: (await import('./history.tsx')).History }));

/**
 * Page of a record: values, history and commands.
 * @param of id of the record, if the address does not contain it
 * @param command additional command of the record, beside those of all records
 */
export const RecordScreen = <Row extends Identified, Draft extends object>({
  resource,
  of,
  command,
}: {
  readonly resource: Resource<Row, Draft>;
  readonly of?: number;
  readonly command?: (row: Row) => ReactNode;
}) => {
  const { id: named } = useParams({ strict: false });
  const id = of === undefined ? named : String(of);
  const texts = useFieldTexts(resource.name);
  const { one } = resource.operations;
  return id !== undefined && /^[1-9]\d{0,8}$/.test(id) && one !== undefined ? (
    <Record key={id} resource={resource} id={Number(id)} one={one} texts={texts} command={command} />
  ) : (
    <Missing resource={resource} texts={texts} />
  );
};

interface RecordProps<Row extends Identified, Draft extends object> {
  readonly resource: Resource<Row, Draft>;
  readonly id: number;
  readonly one: NonNullable<Operations<Row, Draft>['one']>;
  readonly texts: FieldTexts;
  readonly command: ((row: Row) => ReactNode) | undefined;
}

const readModal = (raw: Readonly<Record<string, string>>) => ({ editing: raw['modal'] === 'edit' });

/** State of the record on its page; `row` is null until it is loaded. */
const useShownRecord = <Row extends Identified, Draft extends object>(
  { name, form }: Resource<Row, Draft>,
  one: RecordProps<Row, Draft>['one'],
  id: number,
) => {
  const { answer, failure, busy, reload } = useQueryState(one, { id });
  useChanged(name, reload);
  const row = answer?.one ?? null;
  const path = useRouterState({ select: state => state.location.pathname });
  useNaming(path, row?.label ?? null);
  return {
    row,
    draft: row === null ? null : readDraft(row, form === undefined ? row : form.draftOf(row)),
    isMissing: failure?.kind === 'missing' || (answer !== null && row === null),
    failure,
    busy,
    reload,
  };
};

/** Whether the record's form is open, and the commands that open and close it. */
const useEditing = () => {
  const [{ editing }, change] = useAddress(readModal);
  const overlay = useOverlay();
  return {
    editing,
    edit: () => {
      overlay.opened();
      change({ modal: 'edit' });
    },
    close: () => overlay.close(() => change({ modal: undefined }, { replace: true })),
  };
};

const Record = <Row extends Identified, Draft extends object>({
  resource,
  id,
  one,
  texts,
  command,
}: RecordProps<Row, Draft>) => {
  const { role } = useSignedInData();
  const { row, draft, isMissing, failure, busy, reload } = useShownRecord(resource, one, id);
  const { editing, edit, close } = useEditing();
  const may = useAllowed(resource);
  if (isMissing) return <Missing resource={resource} texts={texts} />;
  return (
    <article className="tp-screen" aria-busy={busy}>
      {resource.page !== undefined && <NeighbourLinks name={resource.name} id={id} page={resource.page} />}
      <header className="tp-record-head">
        <RecordTitle resource={resource} id={id} row={row} texts={texts} />
        {row !== null && (
          <RecordActions resource={resource} row={row} may={may} command={command?.(row)} onEdit={edit} />
        )}
      </header>
      {draft !== null && <OtherProduct of={draft} one={texts.one} choosing />}
      {failure !== null || row === null || draft === null ? (
        <section className="tp-panel">
          <NotLoaded failure={failure} onAgain={reload} rows={6} />
        </section>
      ) : (
        <RecordSettings resource={resource} row={row} draft={draft} texts={texts} />
      )}
      {row !== null && role.base === 'admin' && <HistoryPanel resource={resource} id={id} texts={texts} />}
      {editing && row !== null && may.change && (
        <Suspense>
          <RecordModal resource={resource} kind="edit" id={id} onClosed={close} />
        </Suspense>
      )}
    </article>
  );
};

const HistoryPanel = <Row extends Identified, Draft extends object>({
  resource,
  texts,
  id,
}: {
  readonly resource: Resource<Row, Draft>;
  readonly texts: FieldTexts;
  readonly id: number;
}) => (
  <section className="tp-panel" aria-labelledby="history">
    <h2 id="history">
      <FormattedMessage id="history.title" />
    </h2>
    <Suspense fallback={<RowsPlaceholder rows={3} />}>
      <History
        name={resource.name}
        id={id}
        fields={fieldsOf(resource)}
        texts={texts}
        blank={(resource.form?.blank ?? {}) as AnyDraft}
      />
    </Suspense>
  </section>
);

/** The record does not exist, or the user may not see it; links to its list. */
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

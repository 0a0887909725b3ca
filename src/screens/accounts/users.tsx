import { useNavigate } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { DataGrid } from '../../components/grid/grid.tsx';
import type { GridColumn, Sort } from '../../components/grid/types.ts';
import { Empty, Failed } from '../../components/states.tsx';
import { useKnown, useMayWrite } from '../../console/context.ts';
import { present } from '../../resources/row.ts';
import { USER_COLUMNS, userOperations, type UserRow } from '../../resources/user.ts';
import '../screens.css';
import { useCopied } from '../use-copied.ts';
import { useHidden } from '../use-hidden.ts';
import { useInquiry } from '../use-inquiry.ts';

const ALL = { page_size: 9999 };
const HIDDEN_AT_FIRST = USER_COLUMNS.filter(column => column.hidden === true).map(column => column.field);

/** /config/user: everybody of the company. A name leads to the change of the password, where one may change it. */
export const Screen = () => {
  const intl = useIntl();
  const navigate = useNavigate();
  const { profile } = useKnown();
  const admin = useMayWrite('administration');
  const { answer, failure, busy, again } = useInquiry(userOperations.page, ALL);
  const [sort, setSort] = useState<Sort<UserRow> | null>({ field: 'user_name', descending: false });
  const [hidden, setHidden] = useHidden('user', HIDDEN_AT_FIRST);
  const copied = useCopied();
  const columns = useMemo(
    () => USER_COLUMNS.map(({ field, format, size, sortable }): GridColumn<UserRow> => ({
      field, format, label: intl.formatMessage({ id: `column.${field}` }), ...(size !== undefined && { size }), ...(sortable !== undefined && { sortable }),
    })), [intl]);
  const rows = useMemo(() => (answer === null ? null : present(answer.page?.results)), [answer]);
  const link = useMemo(() => ({
    to: ({ user_id }: UserRow) => (admin || user_id === profile.id ? `/config/user/${user_id}/password` : null),
    open: ({ user_id }: UserRow) => void navigate({ to: '/config/user/$id/password', params: { id: String(user_id) } }),
  }), [admin, profile.id, navigate]);
  const title = intl.formatMessage({ id: 'user.title' });
  const instead = failure !== null ? <Failed trouble={failure} onAgain={again} /> : rows?.length === 0 ? <Empty title="state.empty" /> : undefined;
  return (
    <article className="tp-screen">
      <header className="tp-screen-head">
        <h1>{title}</h1>
        <p><FormattedMessage id={admin ? 'user.lead.admin' : 'user.lead'} /></p>
      </header>
      <section className="tp-panel">
        <DataGrid
          label={title} columns={columns} rows={rows} rowKey={row => String(row.user_id)} busy={busy} instead={instead} link={link} sort={sort} onSort={setSort}
          hidden={hidden} hiddenAtFirst={HIDDEN_AT_FIRST} onHidden={setHidden} onCopied={copied}
          caption={rows && <FormattedMessage id="grid.rows" values={{ count: rows.length }} />}
        />
      </section>
    </article>
  );
};

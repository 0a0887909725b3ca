import { useMemo, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { copy } from '../../components/copy.ts';
import { DataGrid } from '../../components/grid/grid.tsx';
import type { GridColumn, RowAction } from '../../components/grid/types.ts';
import { Empty, Failed } from '../../components/states.tsx';
import { errorReports, type ErrorReport } from '../../resources/error-reports.ts';
import { present } from '../../resources/row.ts';
import '../screens.css';
import { useCopied } from '../use-copy-notice.ts';
import { useReportQueryState } from '../use-query.ts';

const keyOf = ({ id }: ErrorReport): string => String(id);

/** All fields of an error report as one line, for support. */
const textOf = ({
  occurred_at: at,
  origin,
  code,
  http_status: status,
  place,
  message,
  request_id: request,
}: ErrorReport): string =>
  [at, origin, code, status, place, message, request]
    .filter(part => part !== null && part !== '')
    .join(' · ');

const useErrorColumns = (): readonly GridColumn<ErrorReport>[] => {
  const intl = useIntl();
  return useMemo(
    () =>
      errorReports.columns.map((column): GridColumn<ErrorReport> => ({
        ...column,
        label: intl.formatMessage({ id: `errorReport.${column.field}` }),
        sortable: true,
      })),
    [intl],
  );
};

const useErrorActions = (copied: (done: boolean) => void): readonly RowAction<ErrorReport>[] => {
  const intl = useIntl();
  return useMemo(
    () => [
      {
        id: 'copy',
        label: intl.formatMessage({ id: 'errorReport.copy' }),
        icon: 'copy',
        run: row =>
          void copy(textOf(row)).then(
            () => copied(true),
            () => copied(false),
          ),
      },
    ],
    [intl, copied],
  );
};

/** /config/error-report: the latest errors of browsers and server, for administrators. */
export const Screen = () => {
  const intl = useIntl();
  const copied = useCopied();
  const { answer, failure, busy, reload } = useReportQueryState(errorReports.operation, {});
  const [quick, setQuick] = useState('');
  const rows = answer === null ? null : present(answer.page?.results);
  const title = intl.formatMessage({ id: 'errorReport.title' });
  const columns = useErrorColumns();
  const actions = useErrorActions(copied);
  const none = rows?.length === 0 ? <Empty title="errorReport.none" /> : undefined;
  return (
    <article className="tp-screen">
      <header className="tp-screen-head">
        <h1>{title}</h1>
        <p>
          <FormattedMessage id="errorReport.lead" />
        </p>
      </header>
      <section className="tp-panel">
        <DataGrid
          label={title}
          words={errorReports.name}
          columns={columns}
          rows={rows}
          rowKey={keyOf}
          busy={busy}
          actions={actions}
          onCopied={copied}
          quick={quick}
          onQuick={setQuick}
          instead={failure === null ? none : <Failed failure={failure} onAgain={reload} />}
          caption={rows === null ? null : <FormattedMessage id="grid.rows" values={{ count: rows.length }} />}
        />
      </section>
    </article>
  );
};

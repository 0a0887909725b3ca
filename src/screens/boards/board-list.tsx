import { Link, useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Button } from '../../components/button.tsx';
import { time } from '../../components/formats.ts';
import { Icon } from '../../components/icon.tsx';
import { IconButton } from '../../components/icon-button.tsx';
import { Nothing, NotLoaded } from '../../components/states.tsx';
import { useRefreshable } from '../../console/refresh.ts';
import { useChanged, useReportChange } from '../../console/row-changes.ts';
import { boardAddress, itemsOf, reportBoards, type ReportBoard } from '../../resources/report-boards.ts';
import { useRowCommands } from '../record/use-row-commands.ts';
import { useAllRows } from '../use-all-rows.ts';
import { useMayChange } from './use-may-change.ts';
import '../screens.css';
import './boards.css';

const BoardForm = lazy(() => import('./board-form.tsx'));

const BY_NAME = { ordering: 'name' };

/** A board with its owner, if it is shared, and the number of its items. */
const BoardCard = ({ board, onRemove }: { readonly board: ReportBoard; readonly onRemove: () => void }) => {
  const intl = useIntl();
  const mayChange = useMayChange()(board);
  return (
    <li className="tp-panel tp-board-card">
      <Link to={boardAddress(board.id) as '/'} className="tp-board-link">
        {board.name}
      </Link>
      <p className="tp-note">
        <FormattedMessage id="report_board.items" values={{ count: itemsOf(board.items).length }} />
        {board.shared && (
          <>
            {' · '}
            {board.user_name === null ? (
              <FormattedMessage id="view.shared" />
            ) : (
              <FormattedMessage id="view.shared_by" values={{ name: board.user_name }} />
            )}
          </>
        )}
        {' · '}
        <FormattedMessage id="report_board.changed" values={{ time: time(board.updated_at) }} />
      </p>
      {mayChange && (
        <IconButton
          icon="bin"
          label={intl.formatMessage({ id: 'report_board.delete' }, { name: board.name })}
          onClick={onRemove}
        />
      )}
    </li>
  );
};

const Boards = ({ onCreate }: { readonly onCreate: () => void }) => {
  const intl = useIntl();
  const boards = useAllRows(reportBoards.operations.page, BY_NAME);
  const { answer, failure, reload } = boards;
  useRefreshable(boards);
  useChanged(reportBoards.name, () => reload());
  const reportChange = useReportChange();
  const commands = useRowCommands(reportBoards);
  if (answer === null || failure !== null)
    return (
      <section className="tp-panel">
        <NotLoaded failure={failure} onAgain={reload} rows={4} />
      </section>
    );
  if (answer.rows.length === 0)
    return (
      <section className="tp-panel">
        <Nothing title={<FormattedMessage id="report_board.none" />}>
          <p>
            <FormattedMessage id="report_board.none_hint" />
          </p>
          <Button
            label={intl.formatMessage({ id: 'report_board.create' })}
            tone="primary"
            opens
            onClick={onCreate}
          />
        </Nothing>
      </section>
    );
  return (
    <ul className="tp-boards">
      {answer.rows.map(board => (
        <BoardCard
          key={board.id}
          board={board}
          onRemove={() => commands.runOn('remove', board, () => reportChange(reportBoards))}
        />
      ))}
    </ul>
  );
};

/** /analyze/board: the user's boards and the shared ones. */
export const Screen = () => {
  const intl = useIntl();
  const navigate = useNavigate();
  const [isCreating, setCreating] = useState(false);
  return (
    <article className="tp-screen">
      <header className="tp-screen-head tp-board-head">
        <h1>
          <FormattedMessage id="nav.analyze.board" />
        </h1>
        <p>
          <FormattedMessage id="report_board.lead" />
        </p>
        <Button
          label={intl.formatMessage({ id: 'report_board.create' })}
          icon={<Icon name="plus" />}
          opens
          onClick={() => setCreating(true)}
        />
      </header>
      <Boards onCreate={() => setCreating(true)} />
      {isCreating && (
        <Suspense>
          <BoardForm
            board={null}
            onClosed={id => {
              setCreating(false);
              if (id !== null) void navigate({ to: boardAddress(id) as '/' });
            }}
          />
        </Suspense>
      )}
    </article>
  );
};

import { Link, useNavigate, useParams, useRouterState } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Button } from '../../components/button.tsx';
import { Icon } from '../../components/icon.tsx';
import { Nothing, NotLoaded } from '../../components/states.tsx';
import { useMayWrite } from '../../console/context.ts';
import { useNaming } from '../../console/naming.ts';
import { useChanged, useReportChange } from '../../console/row-changes.ts';
import {
  boardAddress,
  reportBoardOperations,
  reportBoards,
  type ReportBoard,
} from '../../resources/report-boards.ts';
import { savedViews, type SavedView } from '../../resources/saved-views.ts';
import { FailureNote } from '../failure-note.tsx';
import { useRowCommands } from '../record/use-row-commands.ts';
import { useAllRows } from '../use-all-rows.ts';
import { useQueryState } from '../use-query.ts';
import { BoardItem } from './board-item.tsx';
import { useBoard, type OpenBoard } from './use-board.ts';
import { useMayChange } from './use-may-change.ts';
import '../screens.css';
import './boards.css';

const BoardForm = lazy(() => import('./board-form.tsx'));
const ShareBoard = lazy(() => import('./share-board.tsx'));
const AddItem = lazy(() => import('./add-item.tsx'));

const BY_NAME = { ordering: 'name' };
/** Largest number of items of a board, as the server has it. */
const MAX_BOARD_ITEMS = 20;

/** Commands of a board that is shown. */
const ViewingTools = ({ board, open }: { readonly board: ReportBoard; readonly open: OpenBoard }) => {
  const intl = useIntl();
  const [isNaming, setNaming] = useState(false);
  return (
    <>
      <Button
        label={intl.formatMessage({ id: 'report_board.settings' })}
        icon={<Icon name="gear" />}
        opens
        onClick={() => setNaming(true)}
      />
      <Button
        label={intl.formatMessage({ id: 'report_board.arrange' })}
        icon={<Icon name="edit" />}
        onClick={() => open.send('arrange')}
      />
      {isNaming && (
        <Suspense>
          <BoardForm board={board} onClosed={() => setNaming(false)} />
        </Suspense>
      )}
    </>
  );
};

/** Shares the board by links without sign-in, which every user who sees it may do. */
const ShareTool = ({ board }: { readonly board: ReportBoard }) => {
  const intl = useIntl();
  const [isSharing, setSharing] = useState(false);
  return (
    <>
      <Button
        label={intl.formatMessage({ id: 'board_link.share' })}
        icon={<Icon name="link" />}
        opens
        onClick={() => setSharing(true)}
      />
      {isSharing && (
        <Suspense>
          <ShareBoard boardId={board.id} onClose={() => setSharing(false)} />
        </Suspense>
      )}
    </>
  );
};

/** Opens the form that mails a shared board by a schedule, for users who may change settings. */
const MailTool = ({ board }: { readonly board: ReportBoard }) => {
  const intl = useIntl();
  const navigate = useNavigate();
  const mayWrite = useMayWrite('settings');
  if (!board.shared || !mayWrite) return null;
  const search = {
    modal: 'add',
    analyze_page: 'board',
    address: boardAddress(board.id),
  };
  return (
    <Button
      label={intl.formatMessage({ id: 'analysis.mail' })}
      icon={<Icon name="mail" />}
      onClick={() => void navigate({ to: '/analyze/delivery', search } as never)}
    />
  );
};

/** Commands of a board that is arranged; with unsaved changes, leaving asks first. */
const ArrangingTools = ({ open, onAdd }: { readonly open: OpenBoard; readonly onAdd: () => void }) => {
  const intl = useIntl();
  const label = (id: string) => intl.formatMessage({ id });
  if (open.is === 'leaving')
    return (
      <div className="tp-board-leaving" role="alert">
        <strong>
          <FormattedMessage id="editor.leave" />
        </strong>
        <Button label={label('editor.leave.discard')} onClick={() => open.send('discard')} />
        <Button label={label('editor.leave.keep')} tone="primary" onClick={() => open.send('keep')} />
      </div>
    );
  return (
    <>
      <Button
        label={label('report_board.add_item')}
        icon={<Icon name="plus" />}
        opens
        disabled={open.items.length >= MAX_BOARD_ITEMS}
        onClick={onAdd}
      />
      <Button label={label('editor.cancel')} onClick={() => open.send('cancel')} />
      <Button
        label={label(open.is === 'saving' ? 'editor.saving' : 'editor.save')}
        tone="primary"
        disabled={open.is === 'saving'}
        onClick={() => open.send('save')}
      />
    </>
  );
};

/** A board without items leads to its first one. */
const NoItems = ({ onAdd }: { readonly onAdd: (() => void) | null }) => {
  const intl = useIntl();
  return (
    <section className="tp-panel">
      <Nothing title={<FormattedMessage id="report_board.empty" />}>
        {onAdd !== null && (
          <>
            <p>
              <FormattedMessage id="report_board.empty_hint" />
            </p>
            <Button
              label={intl.formatMessage({ id: 'report_board.add_item' })}
              tone="primary"
              opens
              onClick={onAdd}
            />
          </>
        )}
      </Nothing>
    </section>
  );
};

interface ItemsProps {
  readonly open: OpenBoard;
  /** Null until they are loaded. */
  readonly views: readonly SavedView[] | null;
}

const Items = ({ open, views }: ItemsProps) => {
  const { items } = open;
  const isArranged = open.is === 'arranging';
  return (
    <div className="tp-board" data-arranged={isArranged}>
      {views !== null &&
        items.map((item, index) => (
          <BoardItem
            key={item.key}
            item={item}
            index={index}
            view={views.find(({ id }) => id === item.view_id) ?? null}
            arrangement={
              isArranged
                ? {
                    count: items.length,
                    onMove: open.move,
                    onWiden: () => open.widen(item.key),
                    onRemove: () => open.remove(item.key),
                  }
                : null
            }
          />
        ))}
    </div>
  );
};

/** The saved views of the user, of which the items are made. */
const useViews = () => {
  const { answer, failure, reload } = useAllRows(savedViews.operations.page, BY_NAME);
  useChanged(savedViews.name, () => reload());
  return { views: answer?.rows ?? null, failure, reload };
};

const Opened = ({ board }: { readonly board: ReportBoard }) => {
  const open = useBoard(board);
  const { views, failure, reload } = useViews();
  const mayChange = useMayChange()(board);
  const [isAdding, setAdding] = useState(false);
  const startAdding = () => {
    if (open.is === 'viewing') open.send('arrange');
    setAdding(true);
  };
  return (
    <article className="tp-screen">
      <header className="tp-screen-head tp-board-head">
        <h1>{board.name}</h1>
        <div className="tp-board-commands">
          {open.is === 'viewing' && <ShareTool board={board} />}
          {open.is === 'viewing' && <MailTool board={board} />}
          {mayChange && open.is === 'viewing' && <ViewingTools board={board} open={open} />}
          {open.is !== 'viewing' && <ArrangingTools open={open} onAdd={startAdding} />}
        </div>
      </header>
      {open.failure !== null && <FailureNote failure={open.failure} />}
      {views === null || failure !== null ? (
        <section className="tp-panel">
          <NotLoaded failure={failure} onAgain={reload} />
        </section>
      ) : (
        <>
          {open.items.length === 0 && <NoItems onAdd={mayChange ? startAdding : null} />}
          <Items open={open} views={views} />
        </>
      )}
      {isAdding && (
        <Suspense>
          <AddItem
            views={views ?? []}
            onAdd={item => {
              open.add(item);
              setAdding(false);
            }}
            onClose={() => setAdding(false)}
          />
        </Suspense>
      )}
    </article>
  );
};

/** A deleted board, which those who may change it can restore. */
const Deleted = ({ board }: { readonly board: ReportBoard }) => {
  const intl = useIntl();
  const mayChange = useMayChange()(board);
  const reportChange = useReportChange();
  const commands = useRowCommands(reportBoards);
  return (
    <section className="tp-panel">
      <Nothing title={<FormattedMessage id="report_board.deleted" />}>
        {mayChange && (
          <Button
            label={intl.formatMessage({ id: 'action.restore' })}
            onClick={() => commands.runOn('restore', board, () => reportChange(reportBoards))}
          />
        )}
        <Link to={'/analyze/board' as '/'}>
          <FormattedMessage id="nav.analyze.board" />
        </Link>
      </Nothing>
    </section>
  );
};

/** Shown where the board does not exist or the user has no access, such as through a link from another user. */
const Missing = () => (
  <section className="tp-panel">
    <Nothing title={<FormattedMessage id="report_board.missing" />}>
      <p>
        <FormattedMessage id="report_board.missing.hint" />
      </p>
      <Link to={'/analyze/board' as '/'}>
        <FormattedMessage id="nav.analyze.board" />
      </Link>
    </Nothing>
  </section>
);

/** /analyze/board/$id: the reports of a board. */
export const Screen = () => {
  const path = useRouterState({ select: state => state.location.pathname });
  const { id = '' } = useParams({ strict: false });
  // A number beyond the range has no board: the server answers so.
  const number = /^[1-9]\d{0,8}$/.test(id) ? Number(id) : 2_147_483_647;
  const { answer, failure, reload } = useQueryState(reportBoardOperations.one, { id: number });
  useChanged(reportBoards.name, () => reload());
  const board = answer?.one ?? null;
  useNaming(path, board?.name ?? null);
  if (failure?.kind === 'missing') return <Missing />;
  if (board === null || failure !== null)
    return (
      <section className="tp-panel">
        <NotLoaded failure={failure} onAgain={reload} />
      </section>
    );
  return board.status ? <Opened key={board.id} board={board} /> : <Deleted board={board} />;
};

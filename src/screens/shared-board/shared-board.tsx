import { useEffect, useEffectEvent, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { LOCALES, type Locale } from '../../../machines/language.ts';
import { Button } from '../../components/button.tsx';
import { time } from '../../components/formats.ts';
import { RowsPlaceholder } from '../../components/states.tsx';
import { useLocale } from '../../console/context.ts';
import { isLocale } from '../../console/locale.ts';
import { boardLinkOperations, type SharedBoard as Opened } from '../../resources/board-links.ts';
import { present } from '../../resources/row.ts';
import '../boards/boards.css';
import { FailureNote } from '../failure-note.tsx';
import { PublicChoices } from '../public-page.tsx';
import '../screens.css';
import { SharedBoardItem } from './shared-item.tsx';
import './shared-board.css';
import { useSharedQuery } from './use-shared-query.ts';

const tokenIn = (hash: string): string => new URLSearchParams(hash.replace(/^#/, '')).get('token') ?? '';

/**
 * The token of the link. It stays in the fragment of the address, which browsers send to no server, so that the page can
 * be reloaded and bookmarked.
 */
const useToken = (): string => {
  const [token, setToken] = useState(() => tokenIn(location.hash));
  useEffect(() => {
    const read = () => setToken(tokenIn(location.hash));
    window.addEventListener('hashchange', read);
    return () => window.removeEventListener('hashchange', read);
  }, []);
  return token;
};

/** The first language of the browser that the page has; null: none. */
const browserLocale = (): Locale | null => {
  for (const language of navigator.languages) {
    const [base = ''] = language.toLowerCase().split('-');
    const found = LOCALES.find(locale => locale.toLowerCase().split('-')[0] === base);
    if (found !== undefined) return found;
  }
  return null;
};

/** The language of the link, else of the browser, until the reader chooses another. */
const useWantedLocale = (wanted: string | null | undefined): void => {
  const { locale, choose } = useLocale();
  const follow = useEffectEvent((next: string | null) => {
    if (isLocale(next) && next !== locale) choose(next);
  });
  useEffect(() => follow(browserLocale()), []);
  useEffect(() => follow(wanted ?? null), [wanted]);
};

/** The title of the document is that of the board: the page does not name the program. */
const useDocumentTitle = (title: string): void => {
  useEffect(() => {
    document.title = title;
  }, [title]);
};

/** The link has ended, whatever the reason, or is not complete. */
const Ended = () => (
  <div className="shared-ended">
    <h1>
      <FormattedMessage id="shared_board.ended" />
    </h1>
    <p role="alert">
      <FormattedMessage id="failure.shared_board_ended" />
    </p>
  </div>
);

const Items = ({ token, board }: { readonly token: string; readonly board: Opened }) => {
  const items = present(board.items);
  if (items.length === 0)
    return (
      <p className="tp-board-absent">
        <FormattedMessage id="report_board.empty" />
      </p>
    );
  return (
    <div className="tp-board">
      {items.map((place, index) => (
        <SharedBoardItem key={index} token={token} index={index} place={place} />
      ))}
    </div>
  );
};

const Board = ({ token, board }: { readonly token: string; readonly board: Opened }) => (
  <>
    <main id="main">
      <header className="shared-head">
        {board.brand !== '' && <p className="shared-brand">{board.brand}</p>}
        <h1>{board.title}</h1>
      </header>
      <Items token={token} board={board} />
    </main>
    <footer className="public-foot">
      <p className="tp-note">
        <FormattedMessage id="shared_board.until" values={{ time: time(board.expires_at) }} />
      </p>
      <PublicChoices />
    </footer>
  </>
);

const titleOf = ({ title, brand }: Opened): string => (brand === '' ? title : `${title} · ${brand}`);

const Opening = ({ token }: { readonly token: string }) => {
  const intl = useIntl();
  const { answer, failure, reload } = useSharedQuery(boardLinkOperations.open, { input: { token } });
  const board = answer?.one ?? null;
  useWantedLocale(board?.locale);
  useDocumentTitle(board === null ? intl.formatMessage({ id: 'shared_board.title' }) : titleOf(board));
  if (failure?.code === 'shared_board_ended' || failure?.code === 'invalid')
    return (
      <main id="main">
        <Ended />
      </main>
    );
  if (board !== null) return <Board token={token} board={board} />;
  return (
    <main id="main" className="tp-panel">
      {failure === null ? (
        <RowsPlaceholder rows={6} />
      ) : (
        <>
          <FailureNote failure={failure} />
          <Button label={intl.formatMessage({ id: 'shared_board.again' })} onClick={reload} />
        </>
      )}
    </main>
  );
};

/** /shared-board: a board shared by a link. Nothing on it names the program or leads into it. */
export const SharedBoard = () => {
  const token = useToken();
  return (
    <div className="shared-board">
      {token === '' ? (
        <main id="main">
          <Ended />
        </main>
      ) : (
        <Opening key={token} token={token} />
      )}
    </div>
  );
};

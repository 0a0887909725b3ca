import { lazy, Suspense, useEffect } from 'react';
import { useIntl } from 'react-intl';
import { Button } from '../../components/button.tsx';
import { RowsPlaceholder } from '../../components/states.tsx';
import { useLocale } from '../../console/context.ts';
import { boardLinkOperations, type SharedBoard } from '../../resources/board-links.ts';
import type { Present } from '../../resources/row.ts';
import { FailureNote } from '../failure-note.tsx';
import { useNear } from '../use-near.ts';
import { useSharedQuery } from './use-shared-query.ts';

const loadFigures = () => import('../boards/board-figures.tsx');
const BoardFigures = lazy(async () => ({ default: (await loadFigures()).BoardFigures }));

type Place = Present<SharedBoard['items']>;
interface ReadProps {
  readonly token: string;
  readonly index: number;
  readonly place: Place;
  readonly name: string;
}

/** The figures of an item, with the conditions of its report. */
const ReadItem = ({ token, index, place, name }: ReadProps) => {
  const intl = useIntl();
  const { locale } = useLocale();
  const { answer, failure, busy, reload } = useSharedQuery(boardLinkOperations.item, {
    input: { token, item: index, locale },
  });
  // The code that draws figures is loaded at the same time as they are, and only once the board is shown.
  useEffect(() => void loadFigures(), []);
  const item = answer?.one ?? null;
  if (failure !== null)
    return (
      <div className="tp-board-absent">
        <FailureNote failure={failure} />
        <Button label={intl.formatMessage({ id: 'shared_board.again' })} onClick={reload} />
      </div>
    );
  const placeholder = <RowsPlaceholder rows={place.kind === 'figure' ? 1 : 6} />;
  if (item === null) return placeholder;
  return (
    <div className={busy ? 'tp-dim' : undefined} aria-busy={busy}>
      <Suspense fallback={placeholder}>
        <BoardFigures figures={item} kind={place.kind} name={name} notShown="shared_board.absent" />
      </Suspense>
    </div>
  );
};

/** An item of a shared board, whose figures load when it comes near to the window. */
export const SharedBoardItem = ({ token, index, place }: Omit<ReadProps, 'name'>) => {
  const intl = useIntl();
  const { place: section, isNear } = useNear();
  const name = place.name === '' ? intl.formatMessage({ id: 'report_board.absent_name' }) : place.name;
  return (
    <section
      ref={section as never}
      className="tp-panel tp-board-item"
      data-kind={place.kind}
      data-wide={place.wide}
      data-over={place.over}
      aria-label={intl.formatMessage({ id: 'report_board.item' }, { number: index + 1, name })}
    >
      <header>
        <h2>{name}</h2>
      </header>
      {isNear && <ReadItem token={token} index={index} place={place} name={name} />}
    </section>
  );
};

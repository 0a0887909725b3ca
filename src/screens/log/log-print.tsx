import { useEffect } from 'react';
import { useIntl } from 'react-intl';
import { Button } from '../../components/button.tsx';
import { Icon } from '../../components/icon.tsx';
import { MAX_ROWS } from '../analysis/print/print-sheet.tsx';
import type { Feed } from './use-feed.ts';

/**
 * Prints a log: all of its rows that go to paper are read first. Pressed once more meanwhile, it does not.
 */
const LogPrint = <Row extends object>({
  feed: { rows, gathering, want, take },
  total,
}: {
  readonly feed: Feed<Row>;
  readonly total: number | null;
}) => {
  const intl = useIntl();
  // After drawing: the paper is made of what is on the page.
  useEffect(() => {
    if (take === null) return;
    take();
    window.print();
  }, [take]);
  const count = rows?.length ?? 0;
  return (
    <Button
      icon={<Icon name="print" />}
      onClick={() => want(gathering ? 0 : MAX_ROWS)}
      label={
        gathering
          ? intl.formatMessage(
              { id: 'log.print_preparing' },
              { count, total: Math.min(MAX_ROWS, Math.max(count, total ?? 0)) },
            )
          : intl.formatMessage({ id: 'analysis.print' })
      }
    />
  );
};
export default LogPrint;

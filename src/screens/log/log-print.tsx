import { useEffect } from 'react';
import { useIntl } from 'react-intl';
import { Button } from '../../components/button.tsx';
import { Icon } from '../../components/icon.tsx';
import { MAX_ROWS } from '../print/print-sheet.tsx';
import type { Feed } from './use-feed.ts';

/** Button that prints a log after loading all rows to print; a second press cancels the loading. */
const LogPrint = <Row extends object>({
  feed: { rows, gathering, want, take },
  total,
}: {
  readonly feed: Feed<Row>;
  readonly total: number | null;
}) => {
  const intl = useIntl();
  // After rendering, since the browser prints what is in the page.
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

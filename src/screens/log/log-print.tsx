import { useEffect, useRef } from 'react';
import { useIntl } from 'react-intl';
import { Button } from '../../components/button.tsx';
import { Icon } from '../../components/icon.tsx';
import { MOST } from '../analysis/paper-sheet.tsx';
import type { Feed } from './use-feed.ts';

/** Prints a log: all of its rows that go to paper are read first. Pressed once more meanwhile, it does not. */
const LogPrint = <Row extends object>({ feed: { rows, busy, failure, stuck, gathering, want }, total }: { readonly feed: Feed<Row>; readonly total: number | null }) => {
  const intl = useIntl();
  const wanted = useRef(false);
  const resting = !gathering && !busy;
  const read = failure === null && stuck === null;
  useEffect(() => {
    if (!resting || !wanted.current) return;
    wanted.current = false;
    if (read) window.print();
  }, [resting, read]);
  const press = () => {
    wanted.current = !gathering;
    want(gathering ? 0 : MOST);
    // Nothing is left to be read.
    if (wanted.current && resting && (rows === null || total === null || rows.length >= Math.min(MOST, total))) {
      wanted.current = false;
      window.print();
    }
  };
  const count = rows?.length ?? 0;
  return (
    <Button
      icon={<Icon name="print" />} onClick={press}
      label={gathering ? intl.formatMessage({ id: 'log.print_preparing' }, { count, total: Math.min(MOST, Math.max(count, total ?? 0)) }) : intl.formatMessage({ id: 'analysis.print' })}
    />
  );
};
export default LogPrint;

import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Button } from '../../components/button.tsx';
import { useSignedInData } from '../../console/context.ts';
import type { Identified, Resource, RowLink } from '../../resources/resource.ts';
import { useRowCommands } from './use-row-commands.ts';
import type { Allowed } from '../use-allowed.ts';
import { useReportRecordChange } from './use-record.ts';

interface Props<Row extends Identified, Draft extends object> {
  readonly resource: Resource<Row, Draft>;
  readonly row: Row;
  readonly may: Allowed;
  /** Command that only this kind of record has. */
  readonly command: ReactNode;
  readonly onEdit: () => void;
}

/** Links and commands of a record. */
export const RecordActions = <Row extends Identified, Draft extends object>({
  resource,
  row,
  may,
  command,
  onEdit,
}: Props<Row, Draft>) => {
  const intl = useIntl();
  const { profile, role } = useSignedInData();
  const commands = useRowCommands(resource);
  const reportChange = useReportRecordChange(resource);
  const { operations, links = [] } = resource;
  const isOwnAccount = resource.name === 'users' && row.id === profile.id;
  const mayGo = (to: RowLink['for']) =>
    to === 'everybody' || may.change || (to === 'writers-and-oneself' && isOwnAccount);
  // One button, so that it still has the focus after it was used.
  const keeping = row.status ? 'remove' : 'restore';
  const act = (kind: 'remove' | 'restore') => commands.runOn(kind, row, () => reportChange([row.id]));
  return (
    <div className="tp-record-actions">
      {links
        .filter(
          link => mayGo(link.for) && (link.needs === undefined || role.permissions[link.needs] === 'write'),
        )
        .map(({ to, label }) => (
          <Link
            key={to}
            to={to.replace('$id', String(row.id)) as '/'}
            className="p-button p-button-outlined p-button-sm"
          >
            <FormattedMessage id={label} />
          </Link>
        ))}
      {command}
      {may.keep && operations[keeping] !== undefined && (
        <Button label={intl.formatMessage({ id: `action.${keeping}` })} onClick={() => act(keeping)} />
      )}
      {may.change && row.status && operations.update !== undefined && (
        <Button label={intl.formatMessage({ id: 'action.edit' })} tone="primary" onClick={onEdit} />
      )}
    </div>
  );
};

import { FormattedMessage, useIntl } from 'react-intl';
import { Popover } from '../../components/popover.tsx';
import { NotLoaded } from '../../components/states.tsx';
import { useProduct } from '../../console/product.ts';
import { asps } from '../../resources/asps.ts';
import { useAllRows } from '../use-all-rows.ts';
import { Status } from './status.tsx';
import type { Network } from './use-queue-commands.ts';

interface Props {
  readonly anchor: HTMLElement;
  readonly onClose: () => void;
  readonly onHold: (network: Network, pause: boolean) => void;
  readonly onResend: (network: Network) => void;
}

/** Menu of the product's ad networks: which are paused, and commands on all notifications of one. */
export const NetworksMenu = ({ anchor, onClose, onHold, onResend }: Props) => {
  const intl = useIntl();
  const product = useProduct();
  const { answer, failure, reload } = useAllRows(asps.operations.page, {
    ordering: 'asp_name',
    where: `product_id=${product.id}`,
  });
  const closeAnd = (act: () => void) => () => {
    onClose();
    act();
  };
  return (
    <Popover anchor={anchor} label={intl.formatMessage({ id: 'queue.networks' })} onClose={onClose}>
      {failure !== null || answer === null ? (
        <NotLoaded failure={failure} onAgain={reload} rows={3} />
      ) : (
        <ul className="tp-networks">
          {answer.rows.map(({ id, asp_name: name, paused_at: paused }) => (
            <li key={id}>
              <strong>{name}</strong>
              {paused !== null && <Status field="state" code="paused" />}
              <button
                type="button"
                className="tp-quiet"
                onClick={closeAnd(() => onHold({ id, name }, paused === null))}
              >
                <FormattedMessage id={paused === null ? 'queue.pause' : 'queue.resume'} />
              </button>
              <button type="button" className="tp-quiet" onClick={closeAnd(() => onResend({ id, name }))}>
                <FormattedMessage id="queue.resend_failed" />
              </button>
            </li>
          ))}
        </ul>
      )}
    </Popover>
  );
};

import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { failureOf, isFailure } from '../../../machines/failure.ts';
import { Button } from '../../components/button.tsx';
import { Icon } from '../../components/icon.tsx';
import { useReportChange } from '../../console/row-changes.ts';
import { useConfirm } from '../../console/confirm.ts';
import { useExecute } from '../../console/context.ts';
import { products } from '../../resources/products.ts';
import { useAllowed } from '../use-allowed.ts';

const { operations, form } = products;

/**
 * Returns a function that turns on the ad cost linkage of a product after a confirmation, and resolves to
 * whether it was turned on.
 */
const useCostLinkage = (productId: number): (() => Promise<boolean>) => {
  const intl = useIntl();
  const execute = useExecute();
  const confirm = useConfirm();
  const reportChange = useReportChange();
  const turnOn = async () => {
    const { one: document, update } = operations;
    if (document === undefined || update === undefined || form === undefined)
      throw new Error('Products cannot be changed.');
    const { one } = await execute(document, { id: productId });
    if (one === null) throw failureOf({ kind: 'missing', code: 'not_found' });
    await execute(update, {
      id: productId,
      input: { ...form.draftOf(one), ad_cost_linkage: true, updated_at: one.updated_at },
    });
  };
  return async () => {
    try {
      const isDone = await confirm({
        kind: 'change',
        action: intl.formatMessage({ id: 'import.unused_costs.action' }),
        subject: intl.formatMessage({ id: 'import.unused_costs.subject' }),
        act: turnOn,
      });
      if (isDone) reportChange(products);
      return isDone;
    } catch (error) {
      // The confirmation dialog has already shown the failure.
      if (!isFailure(error)) throw error;
      return false;
    }
  };
};

const Switch = ({
  productId,
  onTurnedOn,
}: {
  readonly productId: number;
  readonly onTurnedOn: () => void;
}) => {
  const intl = useIntl();
  const turnOn = useCostLinkage(productId);
  const press = async () => {
    if (await turnOn()) onTurnedOn();
  };
  return (
    <Button label={intl.formatMessage({ id: 'import.unused_costs.switch' })} onClick={() => void press()} />
  );
};

interface Props {
  /** Product whose ad cost linkage can be turned on here; null: the screen is read only. */
  readonly productId: number | null;
}

/** Notice that reports do not use imported costs, with a switch, or a hint about who can change that. */
export const UnusedCosts = ({ productId }: Props) => {
  const { change: mayChange } = useAllowed(products);
  const [isOn, setIsOn] = useState(false);
  if (isOn)
    return (
      <p className="tp-import-done" role="status">
        <Icon name="check" /> <FormattedMessage id="import.unused_costs.done" />
      </p>
    );
  return (
    <div className="tp-import-warning" role="status">
      <Icon name="warning" />
      <div>
        <p>
          <FormattedMessage id="import.unused_costs" />
        </p>
        {!mayChange && (
          <p>
            <FormattedMessage id="import.unused_costs.ask" />
          </p>
        )}
        {mayChange && productId === null && (
          <p>
            <FormattedMessage id="import.unused_costs.where" />
          </p>
        )}
      </div>
      {mayChange && productId !== null && <Switch productId={productId} onTurnedOn={() => setIsOn(true)} />}
    </div>
  );
};

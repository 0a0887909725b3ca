import { useFailedNotices, useWaitingApprovals } from '../pending-counts.ts';
import { useFailedDeliveries } from './failed-deliveries.ts';
import { useVisibleTasks } from './visible-tasks.ts';

interface Props {
  readonly productId: number;
}

const Approvals = ({ productId }: Props) => {
  useWaitingApprovals(productId);
  return null;
};
const Queue = ({ productId }: Props) => {
  useFailedNotices(productId);
  return null;
};
const Deliveries = ({ productId }: Props) => {
  useFailedDeliveries(productId);
  return null;
};

/** Counts the pending tasks of a product for the badge of the bell, limited to those that the user may see. */
export const TaskCounter = ({ productId }: Props) => {
  const visible = useVisibleTasks();
  return (
    <>
      {visible.approvals && <Approvals productId={productId} />}
      {visible.queue && <Queue productId={productId} />}
      {visible.deliveries && <Deliveries productId={productId} />}
    </>
  );
};

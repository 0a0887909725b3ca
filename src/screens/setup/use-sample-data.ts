import { useNavigate } from '@tanstack/react-router';
import { useIntl } from 'react-intl';
import { waitFor } from 'xstate';
import { SampleLoadDocument, SampleRemoveDocument } from '../../../graphql/generated/graphql.ts';
import { isFailure } from '../../../machines/failure.ts';
import { LIST_NAMES } from '../../../machines/startup.ts';
import { useConfirm } from '../../console/confirm.ts';
import { useConsole, useNotify } from '../../console/context.ts';

/** Commands that load and remove the sample data of the company, with confirmation. */
export const useSampleData = (onChanged: () => void) => {
  const intl = useIntl();
  const { execute, actor } = useConsole();
  const confirm = useConfirm();
  const notify = useNotify();
  const navigate = useNavigate();
  const run = async (name: 'load' | 'remove', act: () => Promise<unknown>): Promise<boolean> => {
    try {
      const done = await confirm({
        kind: 'do',
        action: intl.formatMessage({ id: `setup.sample_${name}.action` }),
        subject: intl.formatMessage({ id: 'setup.sample' }),
        act,
      });
      if (!done) return false;
    } catch (error) {
      // The confirmation dialog has already shown the failure.
      if (!isFailure(error)) throw error;
      return false;
    }
    actor.send({ type: 'lists.changed', lists: LIST_NAMES });
    notify({ kind: 'SUCCESS', message: name === 'load' ? 'setup.sample_loaded' : 'setup.sample_removed' });
    return true;
  };
  const load = async () => {
    if (await run('load', () => execute(SampleLoadDocument, {}))) onChanged();
  };
  const remove = async (productId: number) => {
    if (!(await run('remove', () => execute(SampleRemoveDocument, {})))) return;
    // The address may name the removed product: it is dropped once the list of products is loaded without it.
    await waitFor(
      actor,
      ({ context: { data } }) => data?.lists.product.every(({ id }) => id !== productId) ?? true,
    );
    await navigate({ to: '/dashboard' as '/', search: { product_id: undefined } as never });
    onChanged();
  };
  return { load: () => void load(), remove: (productId: number) => void remove(productId) };
};

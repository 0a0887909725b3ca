import { useActorRef, useSelector } from '@xstate/react';
import { fromPromise } from 'xstate';
import {
  boardSharingMachine,
  type LinkForm,
  type ListedLink,
  type MadeLink,
} from '../../../machines/board-sharing.ts';
import { watched } from '../../console/actor-registry.ts';
import { useExecute } from '../../console/context.ts';
import { useProduct } from '../../console/product.ts';
import { requireValue } from '../../console/required-answer.ts';
import { boardLinkOperations, type BoardLink } from '../../resources/board-links.ts';
import { present } from '../../resources/row.ts';

/** Most links that the dialog lists, the newest first. */
const MAX_LISTED_LINKS = 100;

/** Opens the links of a board (machines/board-sharing.ts). */
export const useBoardSharing = (boardId: number) => {
  const execute = useExecute();
  const product = useProduct();
  const actor = useActorRef(
    boardSharingMachine.provide({
      actors: {
        load: fromPromise<readonly ListedLink[], undefined>(async ({ signal }) => {
          const variables = {
            where: `board_id=${boardId}`,
            ordering: '-id',
            page_size: MAX_LISTED_LINKS,
            // Revoked links stay in the list.
            show_deleted: true,
          };
          const { page } = await execute(boardLinkOperations.page, variables, signal);
          return present(requireValue(page).results);
        }),
        make: fromPromise<MadeLink, LinkForm>(async ({ input: { key, ...form }, signal }) => {
          const input = { ...form, board_id: boardId, product_id: product.id };
          const { saved } = await execute(
            boardLinkOperations.create,
            { input, idempotency_key: key },
            signal,
          );
          const { link, expires_at: expiresAt } = requireValue(saved);
          return { link, expiresAt };
        }),
        revoke: fromPromise<void, { readonly id: number }>(async ({ input, signal }) => {
          await execute(boardLinkOperations.revoke, input, signal);
        }),
      },
    }),
    watched,
  );
  const state = useSelector(actor, snapshot => snapshot);
  return { state, links: state.context.links as readonly BoardLink[], product, send: actor.send };
};

import { createActor, fromPromise, type ActorRefFrom } from 'xstate';
import { SaveColumnChoiceDocument } from '../../graphql/generated/graphql.ts';
import { columnChoicesMachine, type ColumnSave } from '../../machines/column-choices.ts';
import { watched } from './actor-registry.ts';
import { readColumnKey, removeSaved, writeUnsent } from './column-storage.ts';
import type { Console } from './context.ts';

const inputOf = ({ key, changes: { hidden, order, pinned } }: ColumnSave) => ({
  screen: readColumnKey(key).screen,
  ...(hidden !== undefined && { hidden: hidden && [...hidden] }),
  ...(order !== undefined && { order: order && [...order] }),
  ...(pinned !== undefined && { pinned }),
});

/** Starts the machine of the user's column choices and connects it to the server and the browser's storage. */
export const startColumnChoices = (console: Console): ActorRefFrom<typeof columnChoicesMachine> => {
  const save = async (input: ColumnSave): Promise<void> => {
    // A choice of a user who signed out meanwhile stays in the browser.
    const { data } = console.actor.getSnapshot().context;
    if (data?.profile.id !== readColumnKey(input.key).userId) throw new Error('Another user is signed in.');
    await console.execute(SaveColumnChoiceDocument, { input: inputOf(input) });
  };
  const choices = createActor(
    columnChoicesMachine.provide({
      actors: { save: fromPromise<unknown, ColumnSave>(({ input }) => save(input)) },
    }),
    watched,
  );
  choices.on('changed', ({ save: changed }) => writeUnsent(changed));
  choices.on('saved', ({ save: saved }) => {
    removeSaved(saved);
    console.actor.send({ type: 'lists.changed', lists: ['columns'] });
  });
  return choices.start();
};

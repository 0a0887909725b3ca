import { useActorRef, useSelector } from '@xstate/react';
import { useIntl } from 'react-intl';
import type { ListName } from '../../machines/startup.ts';
import { debounceMachine } from '../../machines/debounce.ts';
import type { FieldOption, OptionSearch } from '../components/option-search.ts';
import { useSignedInData } from '../console/context.ts';
import { entryTitle, useTitlesOf } from '../console/entries.ts';
import { entrySearchOf, foundOf } from '../console/entry-search.ts';
import { watched } from '../console/actor-registry.ts';
import { useFailureReason } from '../console/texts.ts';
import { useQueryState } from './use-query.ts';

/** Maximum number of entries shown. */
const MAX_ENTRIES_SHOWN = 50;

interface Searched {
  readonly list: ListName;
  readonly group?: number | undefined;
  /** Product whose entries can be chosen. */
  readonly product: number | undefined;
  /** Ids of the selected entries. */
  readonly chosen: readonly number[];
}

/** Searches a partial start-up list on the server while the user types. */
export const useEntrySearch = ({
  list,
  group,
  product,
  chosen,
}: Searched): { readonly options: readonly FieldOption[]; readonly search: OptionSearch } => {
  const intl = useIntl();
  const known = useSignedInData();
  const reasonOf = useFailureReason();
  useTitlesOf({ [list]: chosen });
  const typing = useActorRef(debounceMachine, { ...watched, input: { text: '' } });
  const { text, sent: searchedText } = useSelector(typing, ({ context }) => context);
  const query = entrySearchOf({ lists: [list], group, product, text: searchedText, size: MAX_ENTRIES_SHOWN });
  const { answer, failure, busy } = useQueryState(query.document, query.variables);
  const { entries, total } = (answer === null ? null : foundOf(answer, list)) ?? { entries: [], total: 0 };

  const titleOf = (id: number): string => {
    const entry = entries.find(one => one.id === id);
    return entry === undefined ? entryTitle(intl, known, list, id) : entry.title;
  };
  const noteOf = (): string => {
    if (failure !== null) return reasonOf(failure);
    if (busy || text !== searchedText) return intl.formatMessage({ id: 'choice.searching' });
    return intl.formatMessage(
      { id: total > entries.length ? 'choice.some_of_total' : 'choice.found' },
      { count: entries.length, total },
    );
  };
  return {
    options: entries.map(({ id, title }) => ({ value: id, label: title })),
    search: {
      text,
      onType: typed => typing.send({ type: 'type', text: typed }),
      onCompose: composing => typing.send({ type: composing ? 'compose' : 'composed' }),
      chosen: chosen.map(id => ({ value: id, label: titleOf(id) })),
      note: noteOf(),
    },
  };
};

import type { StoredDraft } from '../../../machines/draft.ts';
import type { ExpiringStorage } from '../../console/storage.ts';
import type { Tab } from '../../console/tab.ts';
import type { AnyDraft, AnyField } from './fields.ts';
import type { DraftStorage } from './use-editor.ts';

/** Time in ms for which unsaved input can be restored. */
export const DRAFT_LIFETIME_MS = 7 * 24 * 60 * 60 * 1000;

/** Drafts of one form, by the id of the tab in which they were typed. */
type Drafts = Readonly<Record<string, StoredDraft>>;

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
const isStoredDraft = (value: unknown): value is StoredDraft =>
  isObject(value) &&
  'at' in value &&
  typeof value.at === 'number' &&
  'fields' in value &&
  isObject(value.fields);
const isDrafts = (value: unknown): value is Drafts =>
  isObject(value) && Object.values(value).every(isStoredDraft);

/** Fields whose values are never stored: secrets, and the version of the record. */
export const unkeptOf = (fields: readonly AnyField[]): readonly string[] => [
  ...fields
    .filter(({ widget, secret }) => widget === 'password' || secret === true)
    .map(({ field }) => field),
  'updated_at',
];

/**
 * Storage of one form's drafts for one user in this browser, one per tab and field by field, so that they
 * survive a reload or crash without undoing other users' changes. A tab without a draft takes over the latest
 * one of a closed tab, which then is offered to no other tab.
 * @param form stable name of resource and record
 * @param unkept fields that are not stored
 * @param now time in ms since the epoch
 */
export const keeperOn = (
  storage: ExpiringStorage,
  tab: Tab,
  user: number,
  form: string,
  unkept: readonly string[],
  now: () => number = Date.now,
): DraftStorage => {
  const name = `${user}_draft_${form}`;
  // Replaced by the tab's id; a draft under this random id can be taken over by another tab.
  let own: string = crypto.randomUUID();
  const read = (): Drafts =>
    Object.fromEntries(
      Object.entries(storage.read(name, isDrafts) ?? {}).filter(
        ([, { at }]) => at + DRAFT_LIFETIME_MS > now(),
      ),
    );
  const write = ({ [own]: _, ...others }: Drafts, storedDraft: StoredDraft | null): void => {
    const drafts = { ...others, ...(storedDraft && { [own]: storedDraft }) };
    if (Object.keys(drafts).length > 0) storage.write(name, drafts);
    else storage.remove(name);
  };
  return {
    recall: async () => {
      own = await tab.name();
      const open = await tab.open();
      const drafts = read();
      const left = Object.keys(drafts)
        .filter(other => !open.has(other))
        .toSorted((one, other) => drafts[other]!.at - drafts[one]!.at);
      const from = [own, ...left].find(other => drafts[other] !== undefined);
      if (from === undefined) return null;
      const { [from]: storedDraft = null, ...others } = drafts;
      write(others, storedDraft);
      return storedDraft;
    },
    keep: typed => {
      const fields: AnyDraft = Object.fromEntries(
        Object.entries(typed).filter(([field]) => !unkept.includes(field)),
      );
      write(read(), Object.keys(fields).length > 0 ? { at: now(), fields } : null);
    },
  };
};

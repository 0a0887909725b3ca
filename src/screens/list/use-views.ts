import { useMemo } from 'react';
import { referenceOf, type Failure } from '../../../machines/failure.ts';
import { useChanged, useReportChange } from '../../console/row-changes.ts';
import { useExecute, useSignedInData, useNotify } from '../../console/context.ts';
import { useFailureReason } from '../../console/texts.ts';
import { writeConditions } from '../../resources/filter.ts';
import { savedViews, savedViewWrites, type SavedView } from '../../resources/saved-views.ts';
import { useAllRows } from '../use-all-rows.ts';
import type { Sharing } from '../record/sharing-dialog.tsx';
import { useRowCommands } from '../record/use-row-commands.ts';

/** A screen whose state can be saved as a view. */
export interface Savable {
  /** Name of the resource or analysis. */
  readonly screen: string;
  /** Current state as a query string, without product and open modal, with hidden columns explicit. */
  readonly address: string;
  readonly hidden: readonly string[];
  /** Id of the saved view that was opened; null: none. */
  readonly saved: number | null;
  /** Normalises a saved address by the current defaults, so that equal states are equal texts. */
  readonly meant: (address: string) => string;
  /** Shows the state of an address; an empty address restores the defaults of the screen. */
  readonly show: (address: string, saved: number | null) => void;
  /** Marks the current state as this saved view. */
  readonly mark: (saved: number) => void;
}

export interface Views {
  readonly views: readonly SavedView[];
  readonly busy: boolean;
  readonly failure: Failure | null;
  readonly reload: () => void;
  /** The opened view, and whether the state has changed since. */
  readonly current: SavedView | null;
  readonly changed: boolean;
  readonly mayChange: (view: SavedView) => boolean;
  /** Only its owner may share a view, or stop sharing it. */
  readonly mayShare: (view: SavedView) => boolean;
  /** Creates a view of the current state. @param key idempotency key of the form */
  readonly save: (entered: Sharing, key: string, signal: AbortSignal) => Promise<{ readonly id: number }>;
  /** Stores the current state in a view. */
  readonly update: (view: SavedView) => void;
  /** Changes the name of a view and whether it is shared, not what it shows. */
  readonly rename: (view: SavedView, entered: Sharing, signal: AbortSignal) => Promise<void>;
  readonly remove: (view: SavedView) => void;
}

/** Creates, updates and deletes saved views of a screen, and announces the outcome. */
const useViewCommands = (
  { screen, address, hidden }: Savable,
  reload: () => void,
): Pick<Views, 'save' | 'update' | 'rename' | 'remove'> => {
  const execute = useExecute();
  const notify = useNotify();
  const reportChange = useReportChange();
  const reasonOf = useFailureReason();
  const commands = useRowCommands(savedViews);
  const inputOf = (name: string, shared: boolean) => ({
    screen,
    name,
    shared,
    address,
    hidden: [...hidden],
  });
  const announce = (name: string) => {
    notify({ kind: 'SUCCESS', message: 'view.saved', values: { name } });
    reportChange(savedViews);
  };
  const announceFailure = (name: string, reason: Failure) =>
    notify({
      kind: 'ERROR',
      message: 'view.not_saved',
      values: { name, reason: reasonOf(reason) },
      timeout: -1,
      reference: referenceOf(reason),
    });
  return {
    save: async ({ name, shared }, key, signal) => {
      const { saved } = await execute(
        savedViewWrites.create,
        { input: inputOf(name, shared), idempotency_key: key },
        signal,
      );
      announce(name);
      return { id: saved?.id ?? 0 };
    },
    update: ({ id, name, shared, updated_at }) => {
      execute(savedViewWrites.update, { id, input: { ...inputOf(name, shared), updated_at } }).then(
        () => announce(name),
        (reason: Failure) => {
          announceFailure(name, reason);
          // Another user may have changed the view: its latest version is loaded.
          reload();
        },
      );
    },
    rename: async ({ id, address: stored, hidden: left, updated_at }, { name, shared }, signal) => {
      const input = { ...inputOf(name, shared), address: stored, hidden: [...(left ?? [])], updated_at };
      await execute(savedViewWrites.update, { id, input }, signal);
      announce(name);
    },
    remove: view => commands.runOn('remove', view, () => reportChange(savedViews)),
  };
};

/** Saved views of a screen: the user's own and shared ones. */
export const useViews = (savable: Savable): Views => {
  const { screen, address, saved: chosen, meant } = savable;
  const { profile, role } = useSignedInData();
  const where = useMemo(
    () => ({ ordering: 'name', where: writeConditions([{ field: 'screen', op: 'exact', value: screen }]) }),
    [screen],
  );
  const { answer, failure, busy, reload } = useAllRows(savedViews.operations.page, where);
  useChanged(savedViews.name, () => reload());
  const views = answer?.rows ?? [];
  const current = views.find(({ id }) => id === chosen) ?? null;
  return {
    views,
    busy,
    failure,
    reload,
    current,
    changed: current !== null && meant(current.address) !== address,
    mayShare: view => view.user_id === profile.id,
    mayChange: view => view.user_id === profile.id || (view.shared && role.base === 'admin'),
    ...useViewCommands(savable, reload),
  };
};

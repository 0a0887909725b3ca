import { startPoller, type Poller } from '../platform/poller.ts';
import type { Dependencies } from '../dependencies.ts';
import { scheduledRunsSince, scheduledSettings } from '../store/postgres/operations/sync.ts';
import { isDue, slotOf } from '../platform/schedule.ts';
import type { Sync } from './sync.ts';

const POLL_INTERVAL_MS = 30_000;

/**
 * Starts due sync settings, twice a minute. Due settings follow from the stored settings and runs, so that a changed
 * setting is rescheduled, a missed time is made up for, and only one program starts each run.
 */
export const startSchedules = (
  { db, clock, log }: Pick<Dependencies, 'db' | 'clock' | 'log'>,
  sync: Sync,
  { every = POLL_INTERVAL_MS }: { readonly every?: number } = {},
): Poller =>
  startPoller(
    async goesOn => {
      const now = clock.now();
      const timed = (await scheduledSettings(db)).flatMap(setting => {
        const slot = slotOf(setting.schedule, setting.hour, now);
        return slot === null ? [] : [{ setting, from: new Date(slot) }];
      });
      const runs = await scheduledRunsSince(
        db,
        timed.map(({ setting, from }) => ({ id: setting.id, from })),
      );
      for (const { setting, from } of timed) {
        if (
          !goesOn() ||
          !isDue(
            setting,
            runs.filter(({ settingId }) => settingId === setting.id),
            now,
          )
        )
          continue;
        // Another program may have started the run meanwhile.
        const stillDue = async (tx: Dependencies['db']) =>
          isDue(setting, await scheduledRunsSince(tx, [{ id: setting.id, from }]), now);
        await sync.begin(setting, { userId: null, ip: '', stillDue });
      }
    },
    {
      log,
      every,
      failed: 'Due imports could not be read; retrying.',
      task: { part: 'jobs', name: 'schedules' },
    },
  );

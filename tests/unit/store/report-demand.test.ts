import { expect, it } from 'vitest';
import { createReportDemand, DEMAND } from '../../../server/rollups/report-demand.ts';

const PRODUCT = 1;
const demandAt = () => {
  const clock = { nowMs: 5_000 };
  const demand = createReportDemand(() => clock.nowMs);
  const calls: string[] = [];
  const attach = (load = () => Promise.resolve()) =>
    demand.attach({
      load: () => {
        calls.push('load');
        return load();
      },
      request: isUrgent => calls.push(isUrgent ? 'watched' : 'behind'),
    });
  return { clock, demand, calls, attach };
};

it('a product is watched for minutes after its last report was opened', async () => {
  const { clock, demand, calls, attach } = demandAt();
  attach();
  await demand.open(PRODUCT);
  clock.nowMs += DEMAND.watchedMs - 1;
  await demand.open(PRODUCT);
  expect(calls).toEqual(['load', 'watched']);
  clock.nowMs += DEMAND.watchedMs - 1;
  expect([...demand.watched()]).toEqual([PRODUCT]);
  clock.nowMs += 1;
  expect([...demand.watched()]).toEqual([]);
  await demand.open(PRODUCT);
  expect(calls).toEqual(['load', 'watched', 'load', 'watched']);
});

it('the reports of a product that nobody watched wait for the events of the journal, together', async () => {
  const { demand, calls, attach } = demandAt();
  let end = (): void => undefined;
  attach(
    () =>
      new Promise(resolve => {
        end = resolve;
      }),
  );
  const opened: string[] = [];
  const both = ['a', 'b'].map(name => demand.open(PRODUCT).then(() => opened.push(name)));
  await Promise.resolve();
  expect([calls, opened]).toEqual([['load', 'watched'], []]);
  end();
  await Promise.all(both);
  expect(opened).toEqual(['a', 'b']);
});

it('a report that finds rollups behind requests them where the process derives', () => {
  const { demand, calls, attach } = demandAt();
  expect(demand.request()).toBe(false);
  attach();
  expect([demand.request(), calls]).toEqual([true, ['behind']]);
});

it('a report opens although the events cannot be loaded', async () => {
  const { demand, attach } = demandAt();
  attach(() => Promise.reject(new Error('away')));
  await expect(demand.open(PRODUCT)).resolves.toBeUndefined();
});

it('a product has caught up once its rollups have what was loaded since it became watched', async () => {
  const { clock, demand, attach } = demandAt();
  expect(demand.isCaughtUp(PRODUCT)).toBe(true); // nothing derives here
  attach();
  await demand.open(PRODUCT);
  demand.caughtUp(PRODUCT, clock.nowMs - 1);
  expect(demand.isCaughtUp(PRODUCT)).toBe(false);
  demand.caughtUp(PRODUCT, clock.nowMs);
  expect(demand.isCaughtUp(PRODUCT)).toBe(true);
  clock.nowMs += DEMAND.watchedMs;
  expect(demand.isCaughtUp(PRODUCT)).toBe(false);
});

it('forgets the product whose report was opened longest ago where there are too many', async () => {
  const { demand } = demandAt();
  for (let id = 0; id < DEMAND.maxProducts; id += 1) await demand.open(id);
  await demand.open(0);
  await demand.open(DEMAND.maxProducts);
  expect([demand.watched().size, demand.watched().has(0), demand.watched().has(1)]).toEqual([
    DEMAND.maxProducts,
    true,
    false,
  ]);
});

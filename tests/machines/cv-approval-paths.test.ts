import { expect, test } from 'vitest';
import { isReasonRequired, PART_SIZE } from '../../machines/decision.ts';
import { EVENTS, walks, type EventName } from '../support/approval-walks.ts';

const all = walks(Object.keys(EVENTS) as EventName[]);
const stepsOf = (walk: (typeof all)[number]) =>
  walk.map((step, at) => ({ ...step, from: walk[at - 1]?.to ?? 'choosing' }));

test('the generated walks take exactly the steps of the approval chart', () => {
  const walked = new Set(
    all
      .flatMap(stepsOf)
      .filter(({ from, to }) => from !== to)
      .map(({ from, eventName, to }) => `${from} ─${eventName}▶ ${to}`),
  );
  expect([...walked].sort()).toEqual(
    [
      'choosing ─gather▶ gathering',
      'choosing ─approve▶ confirming',
      'choosing ─reject▶ confirming',
      'gathering ─the last page▶ choosing',
      'gathering ─gathering fails▶ choosing',
      'gathering ─cancel▶ choosing',
      'gathering ─change the query▶ choosing',
      'confirming ─confirm▶ submitting.continuing',
      'confirming ─back▶ choosing',
      'confirming ─back▶ partial',
      'submitting.continuing ─cancel▶ submitting.stopping',
      'submitting.continuing ─change the query▶ submitting.stopping',
      'submitting.continuing ─all decided▶ choosing',
      'submitting.continuing ─one refused▶ partial',
      'submitting.continuing ─all decided▶ partial',
      'submitting.continuing ─sending fails▶ confirming',
      'submitting.stopping ─all decided▶ choosing',
      'submitting.stopping ─all decided▶ partial',
      'submitting.stopping ─one refused▶ partial',
      'submitting.stopping ─sending fails▶ confirming',
      'partial ─acknowledge▶ choosing',
    ].sort(),
  );
  expect(new Set(all.flatMap(walk => walk.map(({ to }) => to)))).toEqual(
    new Set([
      'choosing',
      'gathering',
      'confirming',
      'submitting.continuing',
      'submitting.stopping',
      'partial',
    ]),
  );
});

test('the generated walks include steps that stay in their state: a full page, a full part, a reason, a selection', () => {
  const stayed = new Set(
    all
      .flatMap(stepsOf)
      .filter(({ from, to }) => from === to)
      .map(({ from, eventName }) => `${from} ${eventName}`),
  );
  for (const one of [
    'gathering a page of many',
    'submitting.continuing all decided',
    'confirming give a reason',
    'choosing select one',
    'choosing select none',
  ])
    expect(stayed).toContain(one);
});

test.each(all.map(walk => [walk.map(({ eventName }) => eventName).join(' · '), walk] as const))(
  '%s',
  (_, walk) => {
    for (const {
      to,
      state: { context },
    } of walk) {
      // Nothing is sent without a required reason, and something is sent in every sending state.
      if (to.startsWith('submitting'))
        expect([
          isReasonRequired(context) && context.reason.trim() === '',
          context.remaining.length > 0,
          context.failure,
        ]).toEqual([false, true, null]);
      if (to === 'choosing')
        expect([
          context.remaining.length,
          context.decided.length,
          context.refused.length,
          context.reason,
          context.failure,
        ]).toEqual([0, 0, 0, '', null]);
      if (to === 'partial') expect(context.refused.length + context.remaining.length).toBeGreaterThan(0);
      if (to === 'confirming')
        expect(context.remaining.length + context.decided.length + context.refused.length).toBeGreaterThan(0);
      expect(context.key.part).toBe(
        Math.ceil((context.decided.length + context.refused.length) / PART_SIZE) || context.key.part,
      );
    }
  },
);

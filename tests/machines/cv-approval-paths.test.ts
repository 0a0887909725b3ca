import { expect, test } from 'vitest';
import { isReasonDue, PART } from '../../machines/cv-approval.ts';
import { HAPPENINGS, walks, type Happening } from '../support/approval-walks.ts';

const all = walks(Object.keys(HAPPENINGS) as Happening[]);
const stepsOf = (walk: (typeof all)[number]) =>
  walk.map((step, at) => ({ ...step, from: walk[at - 1]?.to ?? 'choosing' }));

test('the generated walks take exactly the steps of the approval chart', () => {
  const walked = new Set(
    all
      .flatMap(stepsOf)
      .filter(({ from, to }) => from !== to)
      .map(({ from, happening, to }) => `${from} ─${happening}▶ ${to}`),
  );
  expect([...walked].sort()).toEqual(
    [
      'choosing ─gather▶ gathering',
      'choosing ─approve▶ confirming',
      'choosing ─reject▶ confirming',
      'gathering ─the last page▶ choosing',
      'gathering ─gathering fails▶ choosing',
      'gathering ─cancel▶ choosing',
      'gathering ─ask something else▶ choosing',
      'confirming ─confirm▶ submitting.going',
      'confirming ─back▶ choosing',
      'confirming ─back▶ partly',
      'submitting.going ─cancel▶ submitting.stopping',
      'submitting.going ─ask something else▶ submitting.stopping',
      'submitting.going ─all decided▶ choosing',
      'submitting.going ─one refused▶ partly',
      'submitting.going ─all decided▶ partly',
      'submitting.going ─sending fails▶ confirming',
      'submitting.stopping ─all decided▶ choosing',
      'submitting.stopping ─all decided▶ partly',
      'submitting.stopping ─one refused▶ partly',
      'submitting.stopping ─sending fails▶ confirming',
      'partly ─acknowledge▶ choosing',
    ].sort(),
  );
  expect(new Set(all.flatMap(walk => walk.map(({ to }) => to)))).toEqual(
    new Set(['choosing', 'gathering', 'confirming', 'submitting.going', 'submitting.stopping', 'partly']),
  );
});

test('the generated walks include steps that stay in their state: a full page, a full part, a reason, a pick', () => {
  const stayed = new Set(
    all
      .flatMap(stepsOf)
      .filter(({ from, to }) => from === to)
      .map(({ from, happening }) => `${from} ${happening}`),
  );
  for (const one of [
    'gathering a page of many',
    'submitting.going all decided',
    'confirming give a reason',
    'choosing pick one',
    'choosing pick none',
  ])
    expect(stayed).toContain(one);
});

test.each(all.map(walk => [walk.map(({ happening }) => happening).join(' · '), walk] as const))(
  '%s',
  (_, walk) => {
    for (const {
      to,
      state: { context },
    } of walk) {
      // Nothing is sent without a required reason, and something is sent in every sending state.
      if (to.startsWith('submitting'))
        expect([
          isReasonDue(context) && context.reason.trim() === '',
          context.left.length > 0,
          context.failure,
        ]).toEqual([false, true, null]);
      if (to === 'choosing')
        expect([
          context.left.length,
          context.decided.length,
          context.refused.length,
          context.reason,
          context.failure,
        ]).toEqual([0, 0, 0, '', null]);
      if (to === 'partly') expect(context.refused.length + context.left.length).toBeGreaterThan(0);
      if (to === 'confirming')
        expect(context.left.length + context.decided.length + context.refused.length).toBeGreaterThan(0);
      expect(context.key.part).toBe(
        Math.ceil((context.decided.length + context.refused.length) / PART) || context.key.part,
      );
    }
  },
);

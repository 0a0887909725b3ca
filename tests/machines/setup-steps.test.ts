import { describe, expect, test } from 'vitest';
import {
  isExpanded,
  nextStep,
  SETTING_STEPS,
  SETUP_STEPS,
  stepState,
  type ChecklistChoice,
  type SetupFacts,
} from '../../machines/setup-steps.ts';
import { COMPLETE, NO_CHOICE, withProduct } from '../support/setup-facts.ts';

const statesOf = (facts: SetupFacts, choice = NO_CHOICE) =>
  SETUP_STEPS.map(step => stepState(step, facts, choice));

const seen = (facts: SetupFacts | null, choice = NO_CHOICE) => ({ steps: SETUP_STEPS, facts, choice });

describe('the state of a step', () => {
  test('follows from the facts of the server', () => {
    expect(statesOf({ users: 1, product: null, sample: null })).toEqual([
      'open',
      'blocked',
      'blocked',
      'blocked',
      'open',
    ]);
    expect(statesOf(withProduct({}))).toEqual(['done', 'awaited', 'open', 'open', 'open']);
    expect(statesOf(withProduct({ hasAccesses: true, cvSettings: 1, adId: 1 }))).toEqual([
      'done',
      'done',
      'awaited',
      'open',
      'open',
    ]);
    expect(statesOf(withProduct({ adId: 1, clickUrl: '/r/1' }, 2))[3]).toBe('awaited');
    expect(statesOf(withProduct(COMPLETE, 2))).toEqual(['done', 'done', 'done', 'done', 'done']);
  });

  test('is skipped by choice, unless the step is done', () => {
    const choice: ChecklistChoice = { skipped: ['tag', 'people'], view: null };
    expect(statesOf(withProduct({}), choice)).toEqual(['done', 'skipped', 'open', 'open', 'skipped']);
    expect(statesOf(withProduct({ hasAccesses: true }, 2), choice)).toEqual([
      'done',
      'done',
      'open',
      'open',
      'done',
    ]);
    expect(nextStep(seen(withProduct({})))).toBe('tag');
    expect(nextStep(seen(withProduct({}), choice))).toBe('cv');
    expect(nextStep(seen(withProduct({ ...COMPLETE, hasAccesses: false }), choice))).toBeNull();
  });

  test('is next where it can be done, which no step of a missing product can', () => {
    const withoutProduct = { users: 1, product: null, sample: null };
    expect(nextStep(seen(null))).toBeNull();
    expect(nextStep(seen(withoutProduct))).toBe('product');
    expect(nextStep(seen(withoutProduct, { skipped: ['product'], view: null }))).toBe('people');
  });

  test('folds the checklist when every step is done or skipped, unless the user chose otherwise', () => {
    const complete = withProduct(COMPLETE, 2);
    expect(isExpanded(seen(null))).toBe(true);
    expect(isExpanded(seen(withProduct({})))).toBe(true);
    expect(isExpanded(seen(complete))).toBe(false);
    expect(isExpanded(seen(complete, { skipped: [], view: 'expanded' }))).toBe(true);
    for (const view of ['folded', 'hidden'] as const)
      expect(isExpanded(seen(withProduct({}), { skipped: [], view }))).toBe(false);
  });

  test('counts for users who may do it only', () => {
    const withoutUsers = withProduct(COMPLETE, 1);
    expect(nextStep(seen(withoutUsers))).toBe('people');
    const ofUser = { steps: SETTING_STEPS, facts: withoutUsers, choice: NO_CHOICE };
    expect([nextStep(ofUser), isExpanded(ofUser)]).toEqual([null, false]);
    const undone = { tag: { hasAccesses: false }, cv: { isMatched: false }, ad: { hasClicks: false } };
    for (const [step, facts] of Object.entries(undone))
      expect(nextStep({ ...ofUser, facts: withProduct({ ...COMPLETE, ...facts }) })).toBe(step);
  });
});

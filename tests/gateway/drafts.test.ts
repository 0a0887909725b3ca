import { describe, expect, test } from 'vitest';
import { createShelf, type Drawer } from '../../src/console/storage.ts';
import { changedOf, DRAFT_LASTS, draftsOn } from '../../src/screens/record/drafts.ts';

const drawer = (): Drawer => {
  const held = new Map<string, string>();
  return { getItem: key => held.get(key) ?? null, setItem: (key, value) => void held.set(key, value), removeItem: key => void held.delete(key) };
};

describe('what was typed and not saved', () => {
  test('is the fields that were changed, without what is secret', () => {
    const original = { name: '広告 é', cost: 1, pages: [{ rate: 50 }], secret: '' };
    expect(changedOf({ ...original, pages: [{ rate: 50 }] }, original, [])).toEqual({});
    expect(changedOf({ ...original, name: '広告 二', pages: [{ rate: 60 }], secret: 'whsec_x' }, original, ['secret'])).toEqual({ name: '広告 二', pages: [{ rate: 60 }] });
  });

  test('is kept under its user and form, for a week, until it is forgotten', () => {
    let now = Date.parse('2026-11-22T00:00:00Z');
    const inside = drawer();
    const of = (user: number) => draftsOn(createShelf(inside, () => now), user, () => now);
    of(1).keep('ads_7', { name: '途中' });
    expect(of(1).read('ads_7')).toEqual({ at: now, fields: { name: '途中' } });
    expect([of(2).read('ads_7'), of(1).read('ads_8')]).toEqual([null, null]);
    now += DRAFT_LASTS - 1;
    expect(of(1).read('ads_7')).not.toBeNull();
    now += 1;
    expect(of(1).read('ads_7')).toBeNull();
    of(1).keep('ads_7', {});
    of(1).forget('ads_7');
    expect(of(1).read('ads_7')).toBeNull();
  });

  test('is thrown away where somebody wrote something else in its place', () => {
    const inside = drawer();
    const shelf = createShelf(inside);
    shelf.write('1_draft_ads_7', { at: 'yesterday', fields: 3 });
    expect(draftsOn(shelf, 1).read('ads_7')).toBeNull();
  });
});

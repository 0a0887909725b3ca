import { describe, expect, it, test } from 'vitest';
import { fixedKey } from '../../../server/platform/key-ring.ts';
import { openSecret, openText, sealSecret, sealText } from '../../../server/platform/sealed-secret.ts';

const KEYS = fixedKey('k'.repeat(43));
const SECRET = Buffer.from('秘密 é');

describe('a sealed secret', () => {
  it('is opened for its owner alone, by each accepted key', () => {
    const sealed = sealSecret(KEYS, '1/2', SECRET);
    expect(openSecret(KEYS, '1/2', sealed)).toEqual(SECRET);
    expect(openSecret(KEYS, '1/3', sealed)).toBeNull();
    const rotated = { current: () => 'new', accepted: () => ['new', KEYS.current()] };
    expect(openSecret(rotated, '1/2', sealed)).toEqual(SECRET);
    expect(openSecret(fixedKey('new'), '1/2', sealed)).toBeNull();
    expect(openSecret(fixedKey('new'), '1/2', sealSecret(rotated, '1/2', SECRET))).toEqual(SECRET);
  });

  it('of an earlier version is opened', () => {
    const sealed = Buffer.from('do6vuqUpULgGfrJ/MGPk77EScNtDdFFEXCt3/4rTllhlQIaBcw==', 'base64');
    expect(openSecret(KEYS, '1/2', sealed)).toEqual(SECRET);
  });

  it('differs each time, and is not opened with a bit changed or a byte missing', () => {
    const sealed = sealSecret(KEYS, '1/2', SECRET);
    expect(sealSecret(KEYS, '1/2', SECRET)).not.toEqual(sealed);
    for (const [at, byte] of sealed.entries())
      expect([at, openSecret(KEYS, '1/2', Buffer.from(sealed).fill(byte ^ 1, at, at + 1))]).toEqual([
        at,
        null,
      ]);
    // Of an empty secret nothing but the tag is left, whose begin could pass for a shorter one.
    for (const complete of [sealed, sealSecret(KEYS, '1/2', Buffer.alloc(0))])
      for (let length = 0; length < complete.length; length++)
        expect([length, openSecret(KEYS, '1/2', complete.subarray(0, length))]).toEqual([length, null]);
  });
});

test('a sealed text is base64, and none stays none', () => {
  const sealed = sealText(KEYS, 'of é', '秘密');
  expect(sealed).toMatch(/^[A-Za-z\d+/]+=*$/);
  expect([openText(KEYS, 'of é', sealed), openText(KEYS, 'of e', sealed)]).toEqual(['秘密', null]);
  expect([sealText(KEYS, 'of é', ''), openText(KEYS, 'of é', '')]).toEqual(['', '']);
});

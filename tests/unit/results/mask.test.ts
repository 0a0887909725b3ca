import { expect, test } from 'vitest';
import { maskUrl } from '../../../server/results/mask.ts';

const DIGEST = 'aB0'.repeat(13);

test.each([
  ['https://user:pw@net.example/p?id=7', 'https://***@net.example/p?id=7'],
  [' HTTP+x.y-1://é:日本@net.example', ' HTTP+x.y-1://***@net.example'],
  ['h2://user@net.example', 'h2://***@net.example'],
  ['https://net.example/a@b', 'https://net.example/a@b'],
  ['https://net.example?to=a@b', 'https://net.example?to=a@b'],
  ['https://net.example#a@b', 'https://net.example#a@b'],
  ['x https://user@net.example', 'x https://user@net.example'],
  ['https://a.example?u=https://user@b.example', 'https://a.example?u=https://user@b.example'],
  [
    '?password=1&PWD=2;api_key=3&api-key=4&apikey=5',
    '?password=***&PWD=***;api_key=***&api-key=***&apikey=***',
  ],
  ['?secret=1&token=2&auth=3&credential=4', '?secret=***&token=***&auth=***&credential=***'],
  ['?my_sig=1&signature=2&hash=3&hmac=4', '?my_sig=***&signature=***&hash=***&hmac=***'],
  ['?sigma=1&pa=2&args=注文', '?sigma=1&pa=2&args=注文'],
  ['?token=&id=token', '?token=&id=token'],
  ['?token=a=b&x=1#token=2', '?token=***&x=1#token=2'],
  ['/token=1?x', '/token=1?x'],
  ['まだ ?secret=1', 'まだ ?secret=***'],
  [`/p/${DIGEST}F?x=${DIGEST}F0`, '/p/***?x=***'],
  // 39 digits are no digest, and neither are 40 within a longer word.
  [`/p/${DIGEST}?x=g${DIGEST}F`, `/p/${DIGEST}?x=g${DIGEST}F`],
])('%j is shown as %j', (url, shown) => {
  expect(maskUrl(url)).toBe(shown);
});

import { expect, it } from 'vitest';
import { withoutSecrets } from '../../../server/collector/address-secrets.ts';

it('judges a parameter name the same however many names were seen before', () => {
  const address = (name: string) => `https://shop.example/?${name}=1&Access_Token=2&user%5Bpassword%5D=3`;
  const masked = (name: string) => `https://shop.example/?${name}=1&Access_Token=***&user%5Bpassword%5D=***`;
  for (let n = 0; n < 2_100; n++) expect(withoutSecrets(address(`name${n}`))).toBe(masked(`name${n}`));
  const long = 'x'.repeat(65);
  for (let again = 0; again < 2; again++) expect(withoutSecrets(address(long))).toBe(masked(long));
});

it.each([
  ['https://user:hush@shop.example/a@b?c=d@e', 'https://shop.example/a@b?c=d@e'],
  [
    'https://shop.example/a;jsessionid=1;b=2/c;pwd=3?q=;token=4',
    'https://shop.example/a;jsessionid=***;b=2/c;pwd=***?q=;token=***',
  ],
  ['https://shop.example/#token=1', 'https://shop.example/#token=***'],
])('masks the secrets in %s', (address, expected) => {
  expect(withoutSecrets(address)).toBe(expected);
});

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
  [
    'https://shop.example/a;jsessionid=12;b=2/c;pwd=34?x',
    'https://shop.example/a;jsessionid=***;b=2/c;pwd=***?x',
  ],
  ['https://shop.example/a;token=12', 'https://shop.example/a;token=***'],
  ['/?password[=1&[=2', '/?password[=***&[=2'],
  ['https://shop.example/#token=1', 'https://shop.example/#token=***'],
  ['https://shop.example/@shop?to=a@b.example', 'https://shop.example/@shop?to=a@b.example'],
  ['https:\\\\u:p@w@shop.example/', 'https:\\\\shop.example/'],
  ['https:u:p@shop.example', 'https:shop.example'],
  ['https://u@shop.example?token', 'https://shop.example?token'],
  [' http:\\\\user@shop.example/?pass=1', ' http:\\\\shop.example/?pass=***'],
  ['HTTPS://user@shop.example', 'HTTPS://shop.example'],
  ['x https://user@shop.example', 'x https://user@shop.example'],
  ['ftp://user@shop.example', 'ftp://user@shop.example'],
  ['https://shop.example/?a=b@c', 'https://shop.example/?a=b@c'],
  ['https://shop.example/token=1', 'https://shop.example/token=1'],
  ['https://shop.example/;token=1?x=/;token=2', 'https://shop.example/;token=***?x=/;token=***'],
  ['/?token=1?pwd=2#otp=3&x=4', '/?token=***#otp=***&x=4'],
  ['/?token=1;pwd=2&cvc=3', '/?token=***;pwd=***&cvc=***'],
  ['/?token=&pass=1', '/?token=&pass=***'],
  ['/?token=a=b&x=1', '/?token=***&x=1'],
  ['/?user[password][]=1&password[user]=2', '/?user[password][]=***&password[user]=2'],
  ['/?user%5bnew-password%5d=1', '/?user%5bnew-password%5d=***'],
  ['/?[]=1&=2', '/?[]=1&=2'],
  ['/?design=1&author=2&sid=3&mypassword=4&tokens=5', '/?design=1&author=2&sid=3&mypassword=4&tokens=5'],
])('masks the secrets in %s', (address, expected) => {
  expect(withoutSecrets(address)).toBe(expected);
});

it.each(
  `
    password passwd pass pwd passcode passphrase otp
    newpassword oldpassword currentpassword passwordconfirmation secret clientsecret credential
    credentials auth authorization apikey token accesstoken refreshtoken
    idtoken authtoken resettoken csrftoken authenticitytoken jwt sessionid
    jsessionid phpsessid cardnumber creditcard cvv cvc
  `
    .trim()
    .split(/\s+/),
)('masks the parameter %s, also in capitals and with separators', name => {
  const other = `${name.slice(0, 2)}_${name.slice(2).toUpperCase()}`;
  expect(withoutSecrets(`/?${name}=1&${other}=2&x=3`)).toBe(`/?${name}=***&${other}=***&x=3`);
});

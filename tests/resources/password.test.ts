import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import {
  faultsOfNewPassword,
  MAX_PASSWORD_LENGTH,
  MIN_PASSWORD_LENGTH,
} from '../../src/screens/accounts/password.ts';

test('the password rules of a form are those of the contract', () => {
  const contract = readFileSync('mesh/openapi.json', 'utf8');
  const { paths } = JSON.parse(contract) as {
    paths: Record<
      string,
      {
        post?: {
          requestBody: {
            content: Record<
              string,
              { schema: { properties: Record<string, { minLength?: number; maxLength?: number }> } }
            >;
          };
        };
      }
    >;
  };
  const password =
    paths['/api/v1/auth/reset_password/']?.post?.requestBody.content['application/json']?.schema.properties[
      'password'
    ];
  expect(password).toMatchObject({ minLength: MIN_PASSWORD_LENGTH, maxLength: MAX_PASSWORD_LENGTH });
});

test("a new password is measured in characters, compared with its owner's data, and must be typed twice alike", () => {
  const faults = (password: string, confirm = password, known: string[] = []) =>
    faultsOfNewPassword({ password, confirm }, known);
  expect(faults('')).toEqual({ password: [{ code: 'required' }], confirm: [{ code: 'required' }] });
  expect(faults('𠮷'.repeat(11)).password?.[0]?.code).toBe('too_short');
  expect(faults('𠮷'.repeat(12))).toEqual({});
  expect(faults('é'.normalize('NFD').repeat(11)).password?.[0]?.code).toBe('too_short');
  expect(faults('x'.repeat(129)).password?.[0]?.code).toBe('too_long');
  expect(faults('ＺＯＥＹ ＹＡＭＡＤＡ１', undefined, ['Zoey Yamada1']).password).toEqual([
    { code: 'too_personal' },
  ]);
  expect(faults('yamada.tarou', undefined, ['yamada.tarou@例え.jp']).password).toEqual([
    { code: 'too_personal' },
  ]);
  expect(faults('long enough 1', 'long enougH 1')).toEqual({ confirm: [{ code: 'mismatch' }] });
});

import { sealOwner } from '../accounts/second-step.ts';
import type { Dependencies } from '../dependencies.ts';
import { sealOwnerOf } from '../entities/sealing.ts';
import { identityProviders } from '../entities/single-sign-on.ts';
import type { KeyRing } from '../platform/key-ring.ts';
import { openSecret, openText, sealSecret, sealText } from '../platform/sealed-secret.ts';
import { resealSecrets } from '../store/postgres/accounts/sealed-secrets.ts';

/**
 * Seals the secrets of authenticator apps and identity providers by the present key, so that earlier ones can be
 * removed.
 *
 * @param keys `secrets.jwt`
 */
export const resealBy = (
  { db }: Pick<Dependencies, 'db'>,
  keys: KeyRing,
): ReturnType<typeof resealSecrets> => {
  const provider = sealOwnerOf(identityProviders, 'client_secret');
  return resealSecrets(db, {
    app: (who, sealed) => {
      const secret = openSecret(keys, sealOwner(who), sealed);
      return secret === null ? null : sealSecret(keys, sealOwner(who), secret);
    },
    clientSecret: sealed => {
      const secret = openText(keys, provider, sealed);
      return secret === null ? null : sealText(keys, provider, secret);
    },
  });
};

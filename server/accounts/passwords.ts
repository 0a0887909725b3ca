import { hash, verify } from '@node-rs/argon2';

/** OWASP's choice for argon2id: 19 MiB, two passes, one lane; about 27 ms. Algorithm 2 is argon2id (the package's enum cannot be imported here). */
const COST = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** A password as it is kept. */
export const hashPassword = (password: string): Promise<string> => hash(password, COST);

/** Whether a password is the one that was kept as `kept` (argon2, encoded). */
export const verifyPassword = (kept: string, password: string): Promise<boolean> => verify(kept, password);

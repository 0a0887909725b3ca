import { useState } from 'react';
import { useSignedInData } from '../console/context.ts';
import { createExpiringStorage, storageOrMemory, type Check } from '../console/storage.ts';

/**
 * A user's choice about a screen, stored in the browser per user for 30 days after its last use.
 * @param name stable part of the storage key: subject and screen
 * @param check validates a stored value
 */
export const useStoredValue = <Value>(
  name: string,
  check: Check<Value>,
): readonly [Value | null, (value: Value) => void] => {
  const { profile } = useSignedInData();
  const key = `${profile.id}_${name}`;
  const [storage] = useState(() => createExpiringStorage(storageOrMemory(() => localStorage)));
  const [stored, setStored] = useState(() => storage.use(key, check));
  const keep = (value: Value) => {
    storage.write(key, value);
    setStored(() => value);
  };
  return [stored, keep];
};

export const isNames = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every(name => typeof name === 'string');

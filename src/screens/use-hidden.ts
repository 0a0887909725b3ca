import { isNames, useKept } from './use-kept.ts';

/**
 * Which columns of a screen the user does not want to see, kept in the browser under the user and the screen.
 *
 * @param screen a stable name, part of the key under which it is kept
 * @param first hidden until the user says otherwise
 */
export const useHidden = (screen: string, first: readonly string[]): readonly [readonly string[], (hidden: readonly string[]) => void] => {
  const [hidden, keep] = useKept(`hidden_${screen}`, isNames);
  return [hidden ?? first, keep];
};

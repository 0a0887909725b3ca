import type { KeyboardEvent } from 'react';

/**
 * Whether a key belongs to an input method that is still composing; Safari reports this only by the code 229.
 */
export const isComposing = (event: KeyboardEvent): boolean =>
  event.nativeEvent.isComposing || event.keyCode === 229;

/** Enter ends a composition of the input method; some browsers would send the form as well. */
export const leaveToInputMethod = (event: KeyboardEvent): void => {
  if (event.key === 'Enter' && isComposing(event)) event.preventDefault();
};

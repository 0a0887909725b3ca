import type { KeyboardEvent } from 'react';

/**
 * Whether a key belongs to an input method that is still composing; Safari reports this only by the code 229.
 */
export const isComposing = (event: KeyboardEvent): boolean =>
  event.nativeEvent.isComposing || event.keyCode === 229;

/**
 * Prevents that the Enter key which ends an input-method composition submits the form, as some browsers would
 * do.
 */
export const leaveToInputMethod = (event: KeyboardEvent): void => {
  if (event.key === 'Enter' && isComposing(event)) event.preventDefault();
};

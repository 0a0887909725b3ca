import type { KeyboardEvent } from 'react';

/** Whether a key belongs to an input method that is still composing; Safari tells it by the code 229 alone. */
export const isComposing = (event: KeyboardEvent): boolean => event.nativeEvent.isComposing || event.keyCode === 229;

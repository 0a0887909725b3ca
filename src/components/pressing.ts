/** Whether the mouse, a finger or a pen is down just now. */
let pressed = false;
const SPOT = { capture: true, passive: true } as const;
window.addEventListener(
  'pointerdown',
  () => {
    pressed = true;
  },
  SPOT,
);
for (const end of ['pointerup', 'pointercancel'] as const)
  window.addEventListener(
    end,
    () => {
      pressed = false;
    },
    SPOT,
  );

/**
 * Does something once nothing is pressed: at once, or when the press is over and has become a click. A field
 * that one leaves by pressing a button
 * would otherwise say what is wrong with it, move the button away under the finger, and so swallow the click.
 */
export const whenReleased = (act: () => void): void => {
  if (!pressed) return act();
  // The click comes right after; a timer comes after both.
  const over = () => {
    window.removeEventListener('pointerup', over, true);
    window.removeEventListener('pointercancel', over, true);
    setTimeout(act);
  };
  window.addEventListener('pointerup', over, true);
  window.addEventListener('pointercancel', over, true);
};

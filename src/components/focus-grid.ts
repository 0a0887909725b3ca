/**
 * Moves the focus to the cell that Tab reaches in the grid of a panel, where the element that had the focus has
 * disappeared, such as the button of a command on deleted rows.
 */
export const focusGrid = (panel: Element | null | undefined): void =>
  panel?.querySelector<HTMLElement>('[role="grid"] [tabindex="0"]')?.focus();

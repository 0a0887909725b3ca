/** What a cell has no room for, whole; null: all of it is seen. It measures the page. */
export const wholeOf = (cell: HTMLElement): string | null => {
  const whole = cell.querySelector('[data-short] + .visually-hidden');
  return whole !== null ? whole.textContent : cell.scrollWidth > cell.clientWidth ? cell.innerText : null;
};

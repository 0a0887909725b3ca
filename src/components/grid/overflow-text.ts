/** Full text of a truncated cell; null: the text is fully visible. Forces layout. */
export const fullTextOf = (cell: HTMLElement): string | null => {
  const full = cell.querySelector('[data-short] + .visually-hidden');
  const box = cell.querySelector<HTMLElement>('.tp-row-value') ?? cell;
  if (full !== null) return full.textContent;
  return box.scrollWidth > box.clientWidth ? box.innerText : null;
};

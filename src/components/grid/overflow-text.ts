/** What a cell has no room for, whole; null: all of it is seen. It measures the page. */
export const wholeOf = (cell: HTMLElement): string | null => {
  const full = cell.querySelector('[data-short] + .visually-hidden');
  const box = cell.querySelector<HTMLElement>('.tp-row-value') ?? cell;
  if (full !== null) return full.textContent;
  return box.scrollWidth > box.clientWidth ? box.innerText : null;
};
